"""Disposable Heroes: single figures on a free table, ten-sided dice."""

from bocage.systems.disposable.system import DisposableSystem

SYSTEM = DisposableSystem()
