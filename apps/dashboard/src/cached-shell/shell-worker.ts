import { createShellCache, type ShellBuild } from "./shell-cache.ts";

/** The files of the current build, which vite.config.ts inserts. */
declare const SHELL_BUILD: ShellBuild;

/** Parts of the service worker API that the page's types lack. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEvent {
  /** Chromium only: registers requests that are answered without starting the worker. */
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

const scope = self as unknown as WorkerScope;
const shell = createShellCache(SHELL_BUILD, {
  caches: scope.caches,
  origin: location.origin,
  fetch: (...call) => fetch(...call),
  now: Date.now,
});

scope.addEventListener("install", (event) => {
  event.waitUntil(shell.fill().then(() => scope.skipWaiting()));
  // API calls and media requests must never wait for this worker.
  event
    .addRoutes?.([
      { condition: { urlPattern: "/api/*" }, source: "network" },
      { condition: { urlPattern: "/realtime/*" }, source: "network" },
      { condition: { urlPattern: "/assets/*" }, source: { cacheName: shell.name } },
    ])
    .catch(() => undefined);
});
scope.addEventListener("activate", (event) => event.waitUntil(shell.removeOthers()));
scope.addEventListener("fetch", (event) => {
  const answer = shell.answer(event.request);
  if (answer) event.respondWith(answer);
});
