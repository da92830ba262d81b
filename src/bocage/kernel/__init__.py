"""The kernel: decisions, procedures, dice, tallies, events and saves. It knows no game."""
