/** Opens the page fast, and says so when there is no server: games live there, so nothing is played offline. */

const SHELL = "bocage-shell";

/**
 * The newest from the server; what was kept, where it cannot be reached.
 * @param {Request} request
 */
async function fetchShell(request) {
	const kept = await caches.open(SHELL);
	try {
		const reply = await fetch(request);
		if (reply.ok) await kept.put(request, reply.clone());
		return reply;
	} catch (problem) {
		const found = await kept.match(request, { ignoreSearch: true });
		if (found) return found;
		throw problem;
	}
}

self.addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
self.addEventListener("activate", (event) =>
	/** @type {any} */ (event).waitUntil(/** @type {any} */ (self).clients.claim()),
);
self.addEventListener("fetch", (event) => {
	const { request } = /** @type {any} */ (event);
	const url = new URL(request.url);
	const ours = url.origin === location.origin && request.method === "GET";
	if (ours && !url.pathname.startsWith("/api/") && url.pathname !== "/metrics")
		/** @type {any} */ (event).respondWith(fetchShell(request));
});
