import { afterAll, expect, test, vi } from "vitest";

const STORAGE = { getItem: () => null, setItem: () => undefined };
vi.stubGlobal("localStorage", STORAGE);
vi.stubGlobal("sessionStorage", STORAGE);
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("addEventListener", () => undefined);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Unloads all modules, because test files share a process and loaded modules would refer to a page that no longer exists.
  vi.resetModules();
});

test("loading a page fails after 120 s if its script hangs", async () => {
  const { lazyPage: page } = await import("./screens.ts");
  const { ChunkTimeout } = await import("../lib/load-chunk.ts");
  vi.useFakeTimers();
  const failed = page(() => new Promise(() => undefined), "shell")
    .lazy()
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failed).toBeInstanceOf(ChunkTimeout);
});

test("index.html requests neither the sign-in nor the navigation for the other screens that need no account", async () => {
  const { default: page } = await import("../../index.html?raw");
  const { FEATURE_CONTRIBUTIONS } = await import("./route-table.ts");
  const { authFeature } = await import("../features/auth/feature.ts");
  const pattern = new RegExp(/const isOpenScreen = \/(.+)\/\.test/.exec(page)?.[1] ?? "never");
  const authScreens = new Set<string>(authFeature.screens.map(({ name }) => name));
  for (const [name, { guard, isBare, paths }] of FEATURE_CONTRIBUTIONS.screens)
    for (const path of paths)
      expect([path, pattern.test(`#${path}`)]).toEqual([
        path,
        guard === "open" && isBare === true && !authScreens.has(name),
      ]);
});
