/** The path under which the build emits the service worker (vite.config.ts). */
const WORKER_PATH = "/shell-worker.js";

/**
 * Makes the browser cache the page and the code of first screens for the next visit. Without a service worker, as in
 * private windows of some browsers and over plain HTTP, everything is loaded from the server as usual.
 */
export async function registerShellWorker(): Promise<void> {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register(WORKER_PATH, { updateViaCache: "none" });
}
