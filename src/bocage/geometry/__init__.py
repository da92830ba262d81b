"""Geometry of the three boards: hexes, squares and the free table. It knows no rules."""
