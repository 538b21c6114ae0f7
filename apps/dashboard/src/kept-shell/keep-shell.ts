/** The path of the worker in the build (vite.config.ts). */
const WORKER = "/shell-worker.js";

/**
 * Has the browser keep the page and the programs of first screens for the next visit. Without a service worker, as in
 * private windows of some browsers and over plain HTTP, all comes from the server as ever.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
}
