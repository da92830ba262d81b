"""Worked examples, random games, coverage of the rules, speed."""
