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
