import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkTimeout, chunkFaultOf, loadChunk } from "./load-chunk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a chunk that hangs is given up after 120 s", async () => {
  const given = vi.fn();
  const loading = loadChunk(() => new Promise(() => undefined)).catch(given);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(given).toHaveBeenCalledWith(expect.any(ChunkTimeout));
});

test("a chunk that loads or fails leaves no timer behind", async () => {
  expect(await loadChunk(async () => "page")).toBe("page");
  await expect(loadChunk(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [new ChunkTimeout(), "timeout"],
  [new TypeError("Failed to fetch dynamically imported module: https://a.test/page.js"), "program"],
  [new TypeError("error loading dynamically imported module: https://a.test/page.js"), "program"],
  [new TypeError("Importing a module script failed."), "program"],
  [new Error("Unable to preload CSS for /assets/page.css"), "styles"],
  [new TypeError("Failed to fetch"), undefined],
  [new TypeError("x is not a function"), undefined],
  ["gone", undefined],
])("the error %s is of the kind %s", (error, fault) => {
  expect(chunkFaultOf(error)).toBe(fault);
});
