"""The rules of Heroes of Normandie, one file per chapter."""
