"""What never changes during a game: counters, terrain, board, scenario."""
