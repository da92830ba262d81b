"""The game systems. Each is found through the registry; none imports another."""
