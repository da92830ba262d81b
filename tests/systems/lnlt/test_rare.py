"""What random games of the shipped scenarios hardly ever come to, in one where it lies near."""

from __future__ import annotations

from pathlib import Path

from bocage.checks import fuzz

SCENARIO = Path(__file__).parent / "rare-birds.yaml"
RARE = {"procedure:LobTogether", "procedure:SlayerFireAtRiders"}
GAMES = 30


def test_two_serve_a_mortar_and_a_slayer_fires_at_riders_in_random_games() -> None:
    used: set[str] = set()
    for report in fuzz.run(fuzz.jobs(["lnlt"], GAMES, 1, drawn=True, only=[str(SCENARIO)]), 1):
        assert not report.error, f"seed {report.seed}: {report.error}"
        used |= report.marks
        if used >= RARE:
            return
    assert used >= RARE, f"not used: {RARE - used}"
