"""Raising an army and leading it into a free battle."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Opener, Served
from browser.steps import Held, wait_mine


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
    card = page.locator("form.scenario[data-system=normandie]:has(.free)").first
    card.scroll_into_view_if_needed(timeout=90_000)
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
    card = page.locator("form.scenario[data-system=disposable]:has(.free)").first
    card.scroll_into_view_if_needed(timeout=90_000)
    card.locator(".armies select").first.select_option("Tanks")
    card.locator("button[type=submit]").click()
    assert wait_mine(page)
    expect(page.locator(".tray-piece[title*=Sherman]")).to_have_count(1)
    expect(page.locator(".tray-piece[title*=mortar]")).to_have_count(0)
