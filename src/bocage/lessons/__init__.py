"""Guided lessons: a coach says what to do and why, and checks with the engine that it was done (docs/lessons.md)."""

from bocage.lessons.coach import Coach, Stand
from bocage.lessons.dialect import Lesson, Step, Term
from bocage.lessons.shelf import BOTH, GLOSSARY, Course, course, read_lesson

__all__ = ["BOTH", "GLOSSARY", "Coach", "Course", "Lesson", "Stand", "Step", "Term", "course", "read_lesson"]
