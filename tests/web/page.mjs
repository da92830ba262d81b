/** As much of a browser as the page's modules need to be tried out without one. */

class Style {
	constructor() {
		this.values = new Map();
	}

	setProperty(name, value) {
		this.values.set(name, value);
	}
}

class ClassList {
	constructor(element) {
		this.element = element;
	}

	get names() {
		return new Set((this.element.getAttribute("class") || "").split(/\s+/).filter(Boolean));
	}

	contains(name) {
		return this.names.has(name);
	}

	add(name) {
		this.toggle(name, true);
	}

	remove(name) {
		this.toggle(name, false);
	}

	toggle(name, on = !this.contains(name)) {
		const names = this.names;
		if (on) names.add(name);
		else names.delete(name);
		this.element.setAttribute("class", [...names].join(" "));
	}
}

/** Whether an element is what one simple selector says: tag, classes, attributes. */
function fits(element, selector) {
	const parts = selector.match(/^[a-z0-9]+|\.[\w-]+|#[\w-]+|\[[^\]]+\]/gi) || [];
	return parts.every((part) => {
		if (part.startsWith(".")) return element.classList.contains(part.slice(1));
		if (part.startsWith("#")) return element.id === part.slice(1);
		if (!part.startsWith("[")) return element.tagName === part;
		const [name, value] = part.slice(1, -1).split("=");
		return value === undefined ? element.getAttribute(name) !== null : element.getAttribute(name) === value;
	});
}

export class FakeNode {
	constructor(tag) {
		this.tagName = tag;
		this.attributes = new Map();
		this.childNodes = [];
		this.parentElement = null;
		this.listeners = new Map();
		this.classList = new ClassList(this);
		this.style = new Style();
		this.dataset = {};
		this.hidden = false;
		this.disabled = false;
		this.value = "";
		this.clientWidth = 0;
		this.clientHeight = 0;
		this.box = { x: 0, y: 0, left: 0, top: 0, width: 0, height: 0 };
	}

	get id() {
		return this.getAttribute("id") || "";
	}

	get children() {
		return this.childNodes.filter((child) => child instanceof FakeNode);
	}

	get lastChild() {
		return this.childNodes.at(-1) ?? null;
	}

	get isConnected() {
		return this === document.documentElement || Boolean(this.parentElement?.isConnected);
	}

	get textContent() {
		return this.childNodes.map((child) => (child instanceof FakeNode ? child.textContent : child)).join("");
	}

	set textContent(text) {
		this.replaceChildren(text);
	}

	append(...nodes) {
		for (const node of nodes) {
			if (node instanceof FakeNode) node.remove();
			if (node instanceof FakeNode) node.parentElement = this;
			this.childNodes.push(node instanceof FakeNode ? node : String(node));
		}
	}

	prepend(...nodes) {
		const before = this.childNodes;
		this.childNodes = [];
		this.append(...nodes);
		this.childNodes.push(...before);
	}

	replaceChildren(...nodes) {
		for (const child of this.children) child.parentElement = null;
		this.childNodes = [];
		this.append(...nodes);
	}

	remove() {
		if (!this.parentElement) return;
		this.parentElement.childNodes = this.parentElement.childNodes.filter((child) => child !== this);
		this.parentElement = null;
	}

	contains(other) {
		for (let at = other; at; at = at.parentElement) if (at === this) return true;
		return false;
	}

	setAttribute(name, value) {
		this.attributes.set(name, String(value));
	}

	getAttribute(name) {
		return this.attributes.get(name) ?? null;
	}

	addEventListener(name, listener) {
		this.listeners.set(name, [...(this.listeners.get(name) || []), listener]);
	}

	/** Let something happen to this element alone. */
	happen(name, event = {}) {
		const whole = { target: this, preventDefault() {}, stopPropagation() {}, ...event };
		for (const listener of this.listeners.get(name) || []) listener(whole);
	}

	querySelectorAll(selector) {
		const found = this.children.flatMap((child) => [child, ...child.querySelectorAll("*")]);
		if (selector === "*") return found;
		return found.filter((element) => selector.split(",").some((one) => fits(element, one.trim())));
	}

	querySelector(selector) {
		return this.querySelectorAll(selector)[0] ?? null;
	}

	matches(selector) {
		return fits(this, selector);
	}

	closest(selector) {
		for (let at = this; at; at = at.parentElement) if (fits(at, selector)) return at;
		return null;
	}

	getBoundingClientRect() {
		return this.box;
	}

	focus() {
		document.activeElement = this;
	}

	blur() {
		document.activeElement = document.documentElement;
	}

	setPointerCapture() {}
}

class Store {
	constructor() {
		this.kept = new Map();
	}

	getItem(name) {
		return this.kept.get(name) ?? null;
	}

	setItem(name, value) {
		this.kept.set(name, String(value));
	}

	removeItem(name) {
		this.kept.delete(name);
	}
}

/** Begin with an empty page that speaks English. */
export function openPage() {
	const make = (tag) => new FakeNode(tag);
	const root = make("html");
	const page = {
		document: {
			createElement: make,
			createElementNS: (_, tag) => make(tag),
			documentElement: root,
			activeElement: root,
			querySelector: (selector) => root.querySelector(selector),
			elementsFromPoint: () => [],
		},
		localStorage: new Store(),
		sessionStorage: new Store(),
		navigator: { language: "en" },
		matchMedia: () => ({ matches: false }),
		location: { protocol: "http:", host: "here", origin: "http://here", hash: "" },
		Element: FakeNode,
		HTMLElement: FakeNode,
		ResizeObserver: class {
			observe() {}
		},
	};
	for (const [name, value] of Object.entries(page))
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	return root;
}

/** Answer what the page asks of its server, and remember what that was. */
export function serve(answer) {
	const asked = [];
	globalThis.fetch = async (url, { method = "GET", headers = {}, body } = {}) => {
		const path = url.replace(/^\/api/, "").replace(/[?&]language=\w+$/, "");
		const sent = body === undefined ? undefined : JSON.parse(body);
		asked.push({ path, method, headers, body: sent });
		const reply = await answer(path, sent);
		if (reply instanceof Error) throw reply;
		const { status = 200, json = reply } = reply?.status ? reply : {};
		return { ok: status < 400, status, statusText: "", json: async () => json };
	};
	return asked;
}

/** Let everything happen that waits for nothing but its turn. */
export async function settle() {
	for (let i = 0; i < 20; i++) await Promise.resolve();
}
