import { beforeEach, describe, expect, it } from "vitest";
import { consentKey, readConsent, storeConsent } from "./consent-memory.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const DAY_MS = 86_400_000;
let storedItems = new Map<string, string>();
const fakeStorage = {
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
};
beforeEach(() => {
  storedItems = new Map();
});

describe("a viewer's consent", () => {
  it("is stored per client, and the latest answer counts", () => {
    storeConsent("a", true, fakeStorage, NOW_MS);
    storeConsent("b", false, fakeStorage, NOW_MS);
    expect(readConsent("a", fakeStorage, NOW_MS)).toBe(true);
    expect(readConsent("b", fakeStorage, NOW_MS)).toBe(false);
    expect(readConsent("c", fakeStorage, NOW_MS)).toBeUndefined();
    storeConsent("a", false, fakeStorage, NOW_MS + 1);
    expect(readConsent("a", fakeStorage, NOW_MS + 2)).toBe(false);
  });

  it.each([true, false])("expires after 13 months: %s", (isGiven) => {
    storeConsent("a", isGiven, fakeStorage, NOW_MS);
    expect(readConsent("a", fakeStorage, NOW_MS + 394 * DAY_MS)).toBe(isGiven);
    expect(readConsent("a", fakeStorage, NOW_MS + 395 * DAY_MS)).toBeUndefined();
  });

  it.each([
    "",
    "yes",
    "null",
    "true",
    "[]",
    '{"isGiven":"true","atMs":1}',
    '{"isGiven":true}',
    `{"isGiven":true,"atMs":${NOW_MS + DAY_MS}}`,
  ])("is undefined if the stored text is invalid: %s", (text) => {
    storedItems.set(consentKey("a"), text);
    expect(readConsent("a", fakeStorage, NOW_MS)).toBeUndefined();
  });

  it("is undefined if the browser's storage is blocked", () => {
    const blocked = {
      ...fakeStorage,
      getItem: () => {
        throw new DOMException("", "SecurityError");
      },
      setItem: () => {
        throw new DOMException("", "QuotaExceededError");
      },
    };
    expect(() => storeConsent("a", true, blocked, NOW_MS)).not.toThrow();
    expect(readConsent("a", blocked, NOW_MS)).toBeUndefined();
  });
});
