"""Very many games: simulation, ladder, odds, path risk, balance."""
