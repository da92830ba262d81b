/** The lessons of every game, in their order, with those that were taken. */

import { api, kept, ownKey, Refused } from "./api.js";
import { h, replace } from "./dom.js";
import { drawIcon } from "./icons.js";
import { t } from "./words.js";

/** @import { CourseList, Settings, Show } from "./types.d.ts" */

const KEPT = "bocage.lessons";

/** @returns {Set<string>} the lessons that were taken to their end, as "system/name" */
export function learnt() {
	try {
		const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
		return new Set(Array.isArray(found) ? found.map(String) : []);
	} catch {
		return new Set();
	}
}

/**
 * @param {string} system
 * @param {string} lesson
 */
export function keepLearnt(system, lesson) {
	localStorage.setItem(KEPT, JSON.stringify([...learnt().add(`${system}/${lesson}`)]));
}

/**
 * @param {string} system
 * @param {string} lesson
 */
export async function beginLesson(system, lesson) {
	const keys = await api.beginLesson(system, lesson);
	kept.add(ownKey(keys));
	location.hash = `#/game/${ownKey(keys)}`;
}

/**
 * @param {Show} show
 * @param {Settings} settings
 */
export async function learnScreen(show, settings) {
	const list = h("main", { class: "courses" }, h("p", { class: "hint" }, t("start.loading")));
	const jumps = h("nav", { class: "course-jumps", "aria-label": t("learn.title") }); // where games stand one below another
	const problem = h("p", { class: "problem", role: "alert", hidden: true });
	show(
		h(
			"div",
			{ class: "start learn" },
			h(
				"header",
				{ class: "banner" },
				h(
					"a",
					{ class: "button quiet icon-button", href: "#/", title: t("game.home"), "aria-label": t("game.home") },
					drawIcon("home"),
				),
				h("div", null, h("h1", null, t("learn.title")), h("p", null, t("learn.about"))),
				settings(),
			),
			problem,
			jumps,
			list,
		),
	);
	const begin = (/** @type {string} */ system, /** @type {string} */ lesson) =>
		beginLesson(system, lesson).catch((error) => {
			if (!(error instanceof Refused)) throw error;
			problem.textContent = error.message;
			problem.hidden = false;
		});
	const courses = await api.lessons();
	replace(
		list,
		courses.map((course) => makeCourse(course, learnt(), begin)),
	);
	replace(
		jumps,
		courses.map(({ title }, number) =>
			h("button", { type: "button", onclick: () => list.children[number].scrollIntoView() }, title),
		),
	);
}

/**
 * Positions of games to be solved.
 * @param {CourseList} course
 * @param {Set<string>} taken
 * @param {(system: string, lesson: string) => void} begin
 */
function makePuzzles(course, taken, begin) {
	const buttons = course.puzzles.map(({ name, title }, number) => {
		const done = taken.has(`${course.id}/${name}`);
		const press = () => begin(course.id, name);
		return h(
			"li",
			null,
			h(
				"button",
				{ type: "button", class: done ? "puzzle done" : "puzzle", onclick: press },
				h("b", null, done ? "✓" : number + 1),
				` ${title}`,
			),
		);
	});
	const solved = course.puzzles.filter(({ name }) => taken.has(`${course.id}/${name}`)).length;
	return [
		h("h3", null, t("learn.puzzles")),
		h("p", { class: "hint" }, t("learn.puzzles.about"), " ", t("learn.solved", { n: solved, of: buttons.length })),
		h("ol", { class: "puzzles" }, buttons),
	];
}

/**
 * @param {CourseList} course
 * @param {Set<string>} taken
 * @param {(system: string, lesson: string) => void} begin
 */
function makeCourse(course, taken, begin) {
	const next = course.lessons.find(({ name }) => !taken.has(`${course.id}/${name}`));
	const rows = course.lessons.map(({ name, title, about }, number) => {
		const done = taken.has(`${course.id}/${name}`);
		return h(
			"li",
			{ class: done ? "lesson done" : "lesson" },
			h("span", { class: "lesson-number", "aria-hidden": "true" }, done ? "✓" : number + 1),
			h("div", null, h("h3", null, title), h("p", { class: "hint" }, about)),
			h(
				"button",
				{ type: "button", class: name === next?.name ? "primary" : "", onclick: () => begin(course.id, name) },
				done ? t("learn.again") : t("learn.begin"),
				h("span", { class: "visually-hidden" }, ` ${title}`),
			),
		);
	});
	return h(
		"section",
		{ class: "course", "data-system": course.id },
		h("h2", null, course.title),
		course.about ? h("p", null, course.about) : null,
		h(
			"p",
			{ class: "hint" },
			t("learn.taken", { n: rows.filter((row) => row.classList.contains("done")).length, of: rows.length }),
		),
		h("ol", { class: "lessons" }, rows),
		course.puzzles.length ? makePuzzles(course, taken, begin) : null,
	);
}
