/** Small builders for HTML and SVG elements; text always goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** French sets a space before these marks; a line never breaks there. */
const held = (text) => text.replace(/ (?=[:;!?»])/g, "\u00a0").replace(/« /g, "«\u00a0");

/** What is really there of a list that may hold lists and gaps. */
function present(children) {
  const found = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return found.map((child) => (typeof child === "string" ? held(child) : child));
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style" && typeof value === "object") {
      for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** An HTML element. */
export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** SVG from our own constant drawings (never from anything received). */
export function drawing(markup, attributes) {
  const group = s("g", attributes);
  group.innerHTML = markup;
  return group;
}

export function replace(element, ...children) {
  element.replaceChildren(...present(children));
}

/** A repeatable stream of numbers in [0, 1) from a name, so that a wood looks the same every time. */
export function stream(name) {
  let state = 2166136261;
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    state ^= state >>> 16;
    return (state >>> 0) / 4294967296;
  };
}
