"""Random battles: armies, ground and objectives drawn by the options of the game, as a scenario like any other."""
