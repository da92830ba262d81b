"""The forces of a random battle, bought by the price list."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from bocage.systems.lnlt.content.battles.data import Army, BatteryWare, Ware, battles, served
from bocage.systems.lnlt.content.deployment import sheet

LEAST_SUPPORT, MOST_SUPPORT = 0.1, 0.4  # what teams, vehicles and artillery may cost of the whole
SQUADS_LED = 3  # a Leader comes with as many squads
ARMED = 0.4  # squads that have a support weapon at once; more get one of what is left

W = TypeVar("W", Ware, BatteryWare)


class Squad:
    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.weapons: list[str] = []


class Force:
    """What an army has bought, and what it has left."""

    def __init__(self, army: Army, year: int, points: int, rng: random.Random) -> None:
        self.army = army
        self.year = year
        self.left = points
        self.rng = rng
        self.leaders: list[str] = []
        self.squads: list[Squad] = []
        self.teams: list[str] = []
        self.singles: list[str] = []
        self.vehicles: list[str] = []
        self.batteries: list[BatteryWare] = []

    def on_sale(self, wares: Sequence[W], most: int) -> list[W]:
        return [ware for ware in wares if served(ware.years, self.year) and price(ware) <= most]

    def pick(self, wares: Sequence[W], most: int) -> W | None:
        """One of those that cost no more, paid at once."""
        found = self.on_sale(wares, min(most, self.left))
        if not found:
            return None
        chosen = self.rng.choices(found, [ware.often for ware in found])[0]
        self.left -= price(chosen)
        return chosen

    def recruit(self, armour: bool, vehicles: list[Ware]) -> None:
        """Support first, then squads and their Leaders, then whatever the rest buys. Where there is armour at all,
        these vehicles may come."""
        lead = self.pick(self.army.leaders, self.left)
        self.leaders += [lead.take] if lead else []
        self.buy_support(vehicles if armour else [])
        while squad := self.pick(self.army.squads, self.left):
            self.squads.append(Squad(squad.take))
            if self.rng.random() < ARMED or (armour and not self.is_anti_tank()):
                self.arm(self.squads[-1], armour)
            if len(self.squads) % SQUADS_LED == 0 and (more := self.pick(self.army.leaders, self.left)):
                self.leaders.append(more.take)
        self.spend_rest()

    def buy_support(self, vehicles: list[Ware]) -> None:
        reserve = round(self.left * self.rng.uniform(LEAST_SUPPORT, MOST_SUPPORT))
        if vehicle := self.pick(vehicles, max(reserve, self.left // 3)):
            self.vehicles.append(vehicle.take)
            reserve -= price(vehicle)
        while reserve > 0:
            if self.rng.random() < 0.5 and (vehicle := self.pick(vehicles, reserve)):
                self.vehicles.append(vehicle.take)
                reserve -= price(vehicle)
            elif self.rng.random() < 0.25 and (battery := self.pick(self.army.batteries, reserve)):
                self.batteries.append(battery)
                reserve -= battery.price
            elif team := self.pick(self.army.teams, reserve):
                self.teams.append(team.take)
                reserve -= price(team)
            else:
                return

    def is_anti_tank(self) -> bool:
        """Somebody can hurt a tank from afar."""
        units, _ = sheet("core")
        guns = [units[name].team for name in self.teams]
        armed = any(is_anti_tank(weapon) for squad in self.squads for weapon in squad.weapons)
        return bool(self.vehicles) or armed or any(team is not None and team.gun is not None for team in guns)

    def arm(self, squad: Squad, armour: bool) -> None:
        """Against tanks first, if there are any and nothing helps against them yet."""
        wares = self.army.arms
        if armour and not self.is_anti_tank():
            wares = [ware for ware in wares if is_anti_tank(ware.take)] or wares
        weapon = self.pick(wares, self.left)
        squad.weapons += [weapon.take] if weapon else []

    def spend_rest(self) -> None:
        """The dearest of what can still be had: weapons for squads without, one of each single man, a Leader."""
        while True:
            bare = [squad for squad in self.squads if not squad.weapons]
            arms = self.on_sale(self.army.arms, self.left) if bare else []
            singles = [ware for ware in self.army.singles if ware.take not in self.singles]
            leaders = self.army.leaders if len(self.leaders) * 2 <= len(self.squads) else []
            found = [*arms, *self.on_sale(singles, self.left), *self.on_sale(leaders, self.left)]
            if not found:
                return
            best = max(price(ware) for ware in found)
            chosen = self.rng.choice([ware for ware in found if price(ware) == best])
            self.left -= best
            if chosen in arms:
                bare[0].weapons.append(chosen.take)
            elif chosen in self.army.singles:
                self.singles.append(chosen.take)
            else:
                self.leaders.append(chosen.take)


def price(ware: Ware | BatteryWare) -> int:
    return ware.price if isinstance(ware, BatteryWare) else battles().prices[ware.take]


def is_anti_tank(weapon: str) -> bool:
    _, weapons = sheet("core")
    return weapons[weapon].ordnance is not None
