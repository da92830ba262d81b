"""Data files in YAML, read, checked and linked into the model."""
