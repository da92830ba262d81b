"""Guided lessons: a coach says what to do and why, and checks with the engine that it was done (docs/lessons.md)."""

from bocage.lessons.coach import Coach, Stand
from bocage.lessons.dialect import Lesson, Phase, Step, Term
from bocage.lessons.shelf import BOTH, GLOSSARY, SEQUENCE, Course, course, read_lesson

__all__ = [
    "BOTH",
    "GLOSSARY",
    "SEQUENCE",
    "Coach",
    "Course",
    "Lesson",
    "Phase",
    "Stand",
    "Step",
    "Term",
    "course",
    "read_lesson",
]
