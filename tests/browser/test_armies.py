"""Raising an army and leading it into a free battle."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import Held, unfold, wait_mine


def raise_army(page: Page, address: str) -> None:
    page.goto(f"{address}#/army/normandie")
    page.locator(".add-tile").first.wait_for(timeout=90_000)


def test_an_army_is_looked_over_while_it_is_raised(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    raise_army(page, real.address)
    expect(page.locator(".faults li")).to_have_count(1)
    expect(page.locator(".faults .rule")).to_have_text("hon.army.tile.1")
    expect(page.locator(".keep button")).to_be_disabled()
    page.locator(".add-tile").first.click()
    expect(page.locator(".fine")).to_be_visible()
    cost = page.locator(".cost").inner_text()
    page.locator(".tile select").first.select_option(index=1)
    expect(page.locator(".cost")).not_to_have_text(cost)
    for _ in range(3):
        page.locator(".add-tile").first.click()
    expect(page.locator(".faults")).to_contain_text("hon.army.points.1")
    expect(page.locator(".faults")).to_contain_text("and you have 200")


def test_the_builder_says_what_everything_brings(real: Served, open_page: Opener) -> None:
    """By keyboard too; what was opened stays open while the army grows."""
    page = open_page(real.address)
    raise_army(page, real.address)
    expect(page.locator(".wares .hint").first).to_contain_text("Lieutenant Parks")
    page.locator(".add-tile").first.click()
    tile = page.locator(".tile")
    tile.locator("> details summary").focus()
    page.keyboard.press("Enter")
    expect(tile.locator("> details")).to_contain_text("Movement 4")
    opening = tile.locator(".opening").nth(1)
    opening.locator("summary").click()
    expect(opening.locator("dl")).to_contain_text("+1 to a shot at infantry")
    select = opening.locator("select")
    select.focus()
    select.select_option("ammo")
    expect(opening.locator(".hint")).to_contain_text("+1 to a shot at infantry")
    expect(select).to_be_focused()
    expect(tile.locator("> details")).to_have_attribute("open", "")
    page.locator(".switch input").last.check()
    expect(page.locator(".card-row").first).to_contain_text("When an enemy vehicle moves")
    expect(page.locator(".card-row").first).to_have_attribute("title", re.compile("^When an enemy vehicle moves"))


def test_a_tile_is_taken_off_at_its_title(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    raise_army(page, real.address)
    page.locator(".add-tile").first.click()
    title = page.locator(".tile legend")
    expect(title).to_contain_text("Rifle Platoon")
    wide = page.locator(".tile .opening select").evaluate_all("all => all.map((one) => one.getBoundingClientRect())")
    assert len({round(box["left"]) for box in wide}) == len({round(box["width"]) for box in wide}) == 1
    title.locator("button").click()
    expect(page.locator(".tile")).to_have_count(0)


def test_a_number_typed_is_held_within_its_bounds(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    page.goto(f"{real.address}#/army/disposable")
    support = page.locator(".support-number").first
    support.wait_for(timeout=90_000)
    most = support.get_attribute("max")
    assert most is not None
    for typed, shown in (("-2", "0"), ("99", most)):
        support.fill(typed)
        support.press("Tab")
        expect(support).to_have_value(shown)


def test_a_kept_army_is_led_into_battle_by_its_link(real: Served, open_page: Opener) -> None:
    """The longest name does not break the card; the other nation is the player's then."""
    page = open_page(real.address)
    raise_army(page, real.address)
    page.locator(".builder-head select").select_option("de")
    page.locator(".add-tile").first.click()
    expect(page.locator(".fine")).to_be_visible()
    name = "The grenadiers of the long name ".ljust(60, "w")
    page.locator(".keep input").fill(name)
    page.locator(".keep button").click()
    expect(page.locator(".shelf li")).to_contain_text(re.compile(r"\d\d of 200 points"))
    page.locator(".shelf a").click()
    card = page.locator("form.scenario[data-system=normandie][data-scenario=free]")
    expect(card.locator(".armies select").nth(1)).to_have_value(name, timeout=90_000)
    expect(card).to_be_in_viewport()
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")
    expect(card.locator("fieldset select").nth(0)).to_have_value("regular")
    expect(card.locator("fieldset select").nth(1)).to_have_value("human")


def test_a_name_typed_before_the_army_is_looked_over_stays(real: Served, open_page: Opener) -> None:
    """And what has not been looked over yet is not kept."""
    page = open_page(real.address)
    raise_army(page, real.address)
    page.locator(".add-tile").first.click()
    expect(page.locator(".keep button")).to_be_enabled()
    held = Held(page, "**/api/systems/normandie/army*")
    with page.expect_request("**/api/systems/normandie/army*"):
        page.locator(".add-tile").first.click()
    page.locator(".keep input").fill("Early")
    expect(page.locator(".keep button")).to_be_disabled()
    held.let_go()
    page.locator(".keep button").click()
    expect(page.locator(".shelf li")).to_contain_text("Early")


def test_a_kept_army_fights_a_free_battle(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    raise_army(page, real.address)
    page.locator(".add-tile").first.click()
    page.locator(".heroes input").first.check()
    expect(page.locator(".fine")).to_be_visible()
    hero = page.locator(".heroes label").first.inner_text().split(" (")[0]
    page.locator(".keep input").fill("First")
    page.locator(".keep button").click()
    expect(page.locator(".shelf li")).to_have_count(1)
    page.goto(real.address)
    card = unfold(page, "[data-system=normandie][data-scenario=free]")
    card.locator(".armies select").first.select_option("First")
    card.locator("button[type=submit]").click()
    assert wait_mine(page)
    expect(page.locator(f".tray-piece[title^='{hero}'], .piece[aria-label^='{hero}']").first).to_be_attached()


def test_a_platoon_with_support_is_bought_and_takes_the_field(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    page.goto(f"{real.address}#/army/disposable")
    page.locator(".add-tile").first.wait_for(timeout=90_000)
    expect(page.locator(".faults li")).to_have_count(1)
    expect(page.locator(".faults .rule")).to_have_text("dh.core.points")
    page.locator(".add-tile").first.click()
    expect(page.locator(".fine")).to_be_visible()
    support = page.locator(".support-number[data-ware=sherman]")
    support.fill("2")
    support.press("Tab")
    expect(page.locator(".faults")).to_contain_text("661")
    support.fill("1")
    support.press("Tab")
    expect(page.locator(".fine")).to_be_visible()
    page.locator(".keep input").fill("Tanks")
    page.locator(".keep button").click()
    page.goto(real.address)
    card = unfold(page, "[data-system=disposable][data-scenario=open_field]")
    card.locator(".armies select").first.select_option("Tanks")
    card.locator("button[type=submit]").click()
    assert wait_mine(page)
    expect(page.locator(".tray-piece[title*=Sherman]")).to_have_count(1)
    expect(page.locator(".tray-piece[title*=mortar]")).to_have_count(0)


def test_a_random_battle_is_described_on_the_start_form(real: Served, open_page: Opener) -> None:
    page = open_page(real.address)
    form = unfold(page, "[data-system=lnlt][data-scenario=random]")
    form.get_by_label("Allied army", exact=True).select_option(label="French")
    year = form.get_by_label("Year", exact=True)
    expect(year.locator("option", has_text="1944")).to_be_disabled()
    expect(year.locator("option", has_text="1940")).to_be_enabled()
    form.get_by_label("Size", exact=True).select_option(label="small")
    form.get_by_label("Map", exact=True).select_option(label="Lock house")
    form.get_by_label("Battle number", exact=True).fill("7")
    form.get_by_role("button", name="Play").click()
    expect(page.locator(".game")).to_contain_text("French", timeout=60_000)
    page.get_by_role("button", name="Random battle").click()  # the mouse may point at a hex, whose card hides the rest
    expect(page.locator(".objectives")).to_contain_text("Battle 7")
