import { expect, test, vi } from "vitest";
import { createRandomUuid } from "./random-uuid.ts";

const UUID_V4_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("uuids are valid and different without a secure context", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const made = Array.from({ length: 200 }, createRandomUuid);
  vi.unstubAllGlobals();
  for (const uuid of made) expect(uuid).toMatch(UUID_V4_PATTERN);
  expect(new Set(made).size).toBe(made.length);
});
