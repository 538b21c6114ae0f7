import { createShellCache, type ShellBuild } from "./shell-cache.ts";

/** The files of the current build, which vite.config.ts inserts. */
declare const SHELL_BUILD: ShellBuild;

/** Parts of the service worker API that the page's types lack. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEvent {
  /** Chromium only: registers requests that bypass the worker. */
  addRoutes?(rules: readonly { condition: object; source: string | { cacheName: string } }[]): Promise<void>;
}
interface FetchEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  caches: CacheStorage;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

const workerScope = self as unknown as WorkerScope;
const shellCache = createShellCache(SHELL_BUILD, {
  caches: workerScope.caches,
  origin: location.origin,
  fetch: (...call) => fetch(...call),
  now: Date.now,
});

workerScope.addEventListener("install", (event) => {
  event.waitUntil(shellCache.fill().then(() => workerScope.skipWaiting()));
  // API calls and media requests must never wait for this worker.
  event
    .addRoutes?.([
      { condition: { urlPattern: "/api/*" }, source: "network" },
      { condition: { urlPattern: "/realtime/*" }, source: "network" },
      { condition: { urlPattern: "/assets/*" }, source: { cacheName: shellCache.name } },
    ])
    .catch(() => undefined);
});
workerScope.addEventListener("activate", (event) => event.waitUntil(shellCache.removeOthers()));
workerScope.addEventListener("fetch", (event) => {
  const answer = shellCache.answer(event.request);
  if (answer) event.respondWith(answer);
});
