"""The rulebooks are whole, and every id that code, data or tests cite stands in one."""

from __future__ import annotations

from pathlib import Path

import pytest

import bocage
from bocage import rulebook as books
from bocage.checks.coverage import ids_in, project_tests
from bocage.content import ContentError
from bocage.registry import UnknownSystem

SYSTEMS = ["disposable", "lnlt", "normandie"]
SHORT = """\
title: Firing
module: base
document: A game
order: {order}
clauses:
  - {{id: {id}, title: Range, section: '1', kind: mechanic, rule: Count the hexes.}}
"""


def test_every_system_has_its_rulebook() -> None:
    assert set(SYSTEMS) <= set(books.systems())


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_clause_says_something(system: str) -> None:
    for clause in books.rulebook(system).clauses.values():
        assert clause.title
        assert all(clause.paragraphs), clause.id
        assert clause.system == system
        assert clause.module
        assert clause.document


@pytest.mark.parametrize("system", SYSTEMS)
def test_open_points_carry_our_ruling_and_its_reason(system: str) -> None:
    points = [c for c in books.rulebook(system).clauses.values() if c.kind == "open"]
    assert points
    assert [c.id for c in points if not (c.default and c.why)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_tables_are_rectangular(system: str) -> None:
    for clause in books.rulebook(system).clauses.values():
        for table in clause.tables:
            assert {len(row) for row in table.rows} == {len(table.columns)}, clause.id


@pytest.mark.parametrize("system", SYSTEMS)
def test_open_points_affect_clauses_that_exist(system: str) -> None:
    known = books.rulebook(system).clauses
    named = {id_ for clause in known.values() for id_ in clause.affects}
    # "dh.move.exempt.*" means them all
    assert [id_ for id_ in sorted(named) if not any(k == id_ or k.startswith(id_.rstrip("*")) for k in known)] == []


def test_a_clause_is_found_by_its_id_in_any_system() -> None:
    assert books.clause("lnlt.core.5.0.2").module == "core"
    assert books.clause("hon.move.zoc.1").system == "normandie"
    assert books.clause("dh.fire.cover.3").system == "disposable"


def test_an_unknown_id_names_what_is_near() -> None:
    with pytest.raises(books.UnknownClause) as caught:
        books.clause("lnlt.core.5.0.22")
    assert str(caught.value).startswith(
        "there is no clause 'lnlt.core.5.0.22' in any rulebook (did you mean lnlt.core.5.0.2 or"
    )
    with pytest.raises(books.UnknownClause, match="the rulebook of normandie"):
        books.rulebook("normandie").clause("dh.fire.cover.3")


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(UnknownSystem, match=r"'chess'.*lnlt"):
        books.rulebook("chess")


def test_chapters_keep_their_order() -> None:
    names = [chapter.name for chapter in books.rulebook("lnlt").chapters]
    assert names == ["core-infantry", "core-armour", "hid", "hon", "boh", "sab", "nosb", "dj", "pac", "scenario"]


def test_search_puts_titles_first_and_needs_every_word() -> None:
    book = books.rulebook("lnlt")
    found = book.search("Low Crawl")
    assert found[0].id == "lnlt.core.6.3"
    assert all("low" in c.text.lower() and "crawl" in c.text.lower() for c in found)
    assert book.search("Confirmed published")[0].id == "lnlt.core.8.0.2"
    assert book.search("  ") == []


def test_an_id_given_twice_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SHORT.format(order=1, id="x.fire.1"))
    (tmp_path / "b.yaml").write_text(SHORT.format(order=2, id="x.fire.1"))
    with pytest.raises(ContentError) as caught:
        books.read_rulebook("x", tmp_path)
    assert str(caught.value) == f"{tmp_path / 'b.yaml'}:6: clauses[0].id: x.fire.1 stands in a.yaml already"


def test_an_unknown_kind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SHORT.format(order=1, id="x.fire.1").replace("mechanic", "magic"))
    with pytest.raises(ContentError, match=r"a\.yaml:6: clauses\[0\]\.kind: "):
        books.read_rulebook("x", tmp_path)


def cited_files() -> list[Path]:
    package = Path(bocage.__file__).parent
    tests = project_tests()
    found = [*package.rglob("*.py"), *tests.rglob("*.py"), *tests.rglob("*.yaml")]
    found += [path for kind in ("data", "drills") for path in package.glob(f"systems/*/{kind}/**/*.yaml")]
    return [path for path in sorted(found) if path.parent != Path(__file__).parent]


def test_every_cited_id_stands_in_a_rulebook() -> None:
    known = {id_ for system in books.systems() for id_ in books.rulebook(system).clauses}
    spaces = {id_.split(".")[0] for id_ in known}
    unknown = []
    for path in cited_files():
        for id_, whole in ids_in(path):
            first, second = id_.split(".")[:2]
            if first not in spaces or second in {"ex", "case", "drill", "edge", "read", "found", "house"}:  # drills
                continue
            chapter = any(k.startswith(id_) and not k[len(id_)].isdigit() for k in known if len(k) > len(id_))
            if chapter and path.suffix == ".py" and f'"{id_}"' not in path.read_text("utf-8"):
                continue  # prose may speak of a whole chapter; what the game cites is a clause
            if id_ not in known and (whole or not any(k.startswith(id_) for k in known)):
                unknown.append(f"{path.name}: {id_}")
    assert unknown == []
