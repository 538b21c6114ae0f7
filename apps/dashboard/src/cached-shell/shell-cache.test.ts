import { expect, test } from "vitest";
import { createShellCache } from "./shell-cache.ts";

const ORIGIN = "https://shoal.example";
const SHELL_BUILD = { build: "b2", files: ["/assets/base-1.js", "/assets/app-1.css"] };
const NOW_MS = Date.UTC(2026, 2, 4, 12);
const HOUR_MS = 3_600_000;

/** Simulates the part of the browser's caches that the worker uses. */
function fakeCaches(): CacheStorage {
  const kept = new Map<string, Map<string, Response>>();
  const open = (name: string) => kept.get(name) ?? kept.set(name, new Map()).get(name) ?? new Map();
  return {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      put: async (path: string, response: Response) => void open(name).set(path, response),
      addAll: async (paths: string[]) => {
        for (const path of paths) open(name).set(path, new Response(path));
      },
    }),
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      kept.get(cacheName)?.get(path)?.clone(),
  } as unknown as CacheStorage;
}

const createPage = (build: string, agoMs = 0) =>
  new Response(`<html data-build="${build}">`, {
    headers: { date: new Date(NOW_MS - agoMs).toUTCString() },
  });

interface SetUpOptions {
  /** Returns the server's response for the page. */
  serve: () => Response;
}

function setUp({ serve }: SetUpOptions) {
  const caches = fakeCaches();
  let asked = 0;
  const shell = createShellCache(SHELL_BUILD, {
    caches,
    origin: ORIGIN,
    now: () => NOW_MS,
    fetch: async () => {
      asked += 1;
      return serve();
    },
  });
  const open = async (cache: RequestCache = "default") => {
    const request = { url: `${ORIGIN}/`, method: "GET", mode: "navigate", cache } as Request;
    return (await shell.answer(request))?.text();
  };
  return { shell, caches, open, asked: () => asked };
}

test("the page and the files of its build are cached and served without the server", async () => {
  const { shell, open, asked } = setUp({ serve: () => createPage("b2") });
  await shell.fill();
  expect(await open()).toContain("b2");
  const file = { url: `${ORIGIN}/assets/base-1.js`, method: "GET", mode: "cors" } as Request;
  expect(await (await shell.answer(file))?.text()).toBe("/assets/base-1.js");
  expect(asked()).toBe(1);
});

test("a server with another build does not fill the cache", async () => {
  const { shell, caches } = setUp({ serve: () => createPage("b3") });
  await expect(shell.fill()).rejects.toThrow("another build");
  expect(await caches.keys()).toEqual([]);
});

test.each([
  ["who loads the page again asks the server", "no-cache", 0],
  ["who comes back after a day asks the server", "default", 25 * HOUR_MS],
] as const)("%s, and gets the cached page if the server is unavailable", async (_who, cache, agoMs) => {
  let isAway = false;
  const { shell, open, asked } = setUp({
    serve: () => {
      if (isAway) throw new TypeError("Failed to fetch");
      return createPage(asked() === 1 ? "b2" : "b3", agoMs);
    },
  });
  await shell.fill();
  expect(await open(cache)).toContain("b3");
  isAway = true;
  expect(await open(cache)).toContain("b2");
});

test("taking over removes the caches of other builds and no others", async () => {
  const { shell, caches } = setUp({ serve: () => createPage("b2") });
  for (const name of ["shoal-shell-b1", "another"])
    await (await caches.open(name)).put("/", new Response(""));
  await shell.fill();
  await shell.removeOthers();
  expect((await caches.keys()).toSorted()).toEqual(["another", "shoal-shell-b2"]);
});

test.each([
  ["a call", "/api/videos", "GET", "cors"],
  ["a call that changes something", "/", "POST", "navigate"],
  ["another page", "/api/openapi.json", "GET", "navigate"],
  ["a file of another build", "/assets/base-0.js", "GET", "cors"],
])("%s is not answered from the cache", async (_what, path, method, mode) => {
  const { shell } = setUp({ serve: () => createPage("b2") });
  await shell.fill();
  expect(shell.answer({ url: ORIGIN + path, method, mode, cache: "default" } as Request)).toBeUndefined();
});

test("a file with the same path on another origin is not answered from the cache", () => {
  const { shell } = setUp({ serve: () => createPage("b2") });
  const url = "https://cdn.example/assets/base-1.js";
  expect(shell.answer({ url, method: "GET", mode: "cors" } as Request)).toBeUndefined();
});
