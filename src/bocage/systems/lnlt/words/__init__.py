"""What players see and read: views, prompts, refusals, names."""
