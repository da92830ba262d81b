"""Guided lessons: a coach says what to do and why, and checks with the engine that it was done (docs/lessons.md)."""

from bocage.lessons.coach import Coach, Stand
from bocage.lessons.dialect import Lesson, Phase, Step, Term
from bocage.lessons.puzzles import PUZZLE, Ground, Puzzle
from bocage.lessons.shelf import BOTH, GLOSSARY, SEQUENCE, Course, course, read_lesson, read_puzzle

__all__ = [
    "BOTH",
    "GLOSSARY",
    "PUZZLE",
    "SEQUENCE",
    "Coach",
    "Course",
    "Ground",
    "Lesson",
    "Phase",
    "Puzzle",
    "Stand",
    "Step",
    "Term",
    "course",
    "read_lesson",
    "read_puzzle",
]
