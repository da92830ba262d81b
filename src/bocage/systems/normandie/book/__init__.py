"""How the game is judged and played well: appraisal and doctrine."""
