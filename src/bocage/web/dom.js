/** Small builders for HTML and SVG elements; text always goes in as text, never as markup. */

/** @import { Attributes, Child } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * French sets a space before these marks; a line never breaks there.
 * @param {string} text
 */
const holdMarks = (text) => text.replace(/ (?=[:;!?»])/g, "\u00a0").replace(/« /g, "«\u00a0");

/**
 * What is really there of a list that may hold lists and gaps.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function collect(children) {
	return children.flatMap((child) => {
		if (child === null || child === undefined || child === false) return [];
		if (Array.isArray(child)) return collect(child);
		if (typeof child === "number") return [String(child)];
		return [typeof child === "string" ? holdMarks(child) : child];
	});
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
	if (value === undefined || value === null || value === false) return;
	if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
	else if (name === "style" && typeof value === "object") {
		for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
	} else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} element
 * @param {Attributes | null | undefined} attributes
 * @param {Child[]} children
 */
function build(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) set(element, name, value);
	element.append(...collect(children));
	return element;
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export function h(tag, attributes, ...children) {
	return build(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export function s(tag, attributes, ...children) {
	return build(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * SVG from our own constant drawings (never from anything received).
 * @param {string} markup
 * @param {Attributes} [attributes]
 */
export function draw(markup, attributes) {
	const group = s("g", attributes);
	group.innerHTML = markup;
	return group;
}

/** Whether this is a phone, or a window no wider: there, less is in sight at a time. */
export const isNarrow = () => matchMedia("(max-width: 900px)").matches;

/**
 * Put these children into an element instead of those it has.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
	element.replaceChildren(...collect(children));
}

/**
 * The element of this selector that its maker knows to be there.
 * @param {ParentNode} parent
 * @param {string} selector
 */
export function find(parent, selector) {
	const found = parent.querySelector(selector);
	if (!(found instanceof HTMLElement)) throw new Error(`nothing here is ${selector}`);
	return found;
}

/**
 * The element that an event happened to.
 * @param {{ target: EventTarget | null }} event
 */
export function targetOf({ target }) {
	return target instanceof Element ? target : document.documentElement;
}
