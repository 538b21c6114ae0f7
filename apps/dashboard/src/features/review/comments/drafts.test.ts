import { beforeEach, expect, test, vi } from "vitest";
import { type Draft, draftKey, loadDraft, storeDraft } from "./drafts.ts";

const DRAFT_KEY = draftKey({ user: "anna", project: "p", version: 1 });
const DRAFT: Draft = {
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  text: "Lighter",
  frame: 5,
  endFrame: null,
  isInternal: false,
  drawing: { shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ffffff", size: 0.05 }] },
};

beforeEach(() => {
  const kept: Record<string, string> = {};
  const functions = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  // As in a browser, only the keys of stored items are enumerable.
  const storage = new Proxy(functions, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor });
  vi.stubGlobal("localStorage", storage);
  return () => {
    vi.unstubAllGlobals();
  };
});
const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true });

test("a draft is found only by the same user, version and thread", () => {
  storeDraft(DRAFT_KEY, DRAFT);
  expect(loadDraft(DRAFT_KEY)).toEqual(DRAFT);
  expect(loadDraft(draftKey({ user: "ben", project: "p", version: 1 }))).toBeUndefined();
  expect(loadDraft(draftKey({ user: "anna", project: "p", version: 1, parent: "c" }))).toBeUndefined();
  storeDraft(DRAFT_KEY, undefined);
  expect(loadDraft(DRAFT_KEY)).toBeUndefined();
});

test.each([
  ["no JSON", "{"],
  ["nothing", "null"],
  ["another version's", JSON.stringify({ comment: { text: "x" } })],
  ["a broken shape", JSON.stringify({ comment: { ...DRAFT, drawing: { shapes: [{ kind: "pen" }] } } })],
])("an invalid stored draft is ignored: %s", (_, kept) => {
  localStorage.setItem(DRAFT_KEY, kept);
  expect(loadDraft(DRAFT_KEY)).toBeUndefined();
});

test("the oldest drafts are removed", () => {
  vi.useFakeTimers({ now: 0 });
  for (let version = 1; version <= 22; version++) {
    vi.setSystemTime(version);
    storeDraft(draftKey({ user: "anna", project: "p", version }), DRAFT);
  }
  vi.useRealTimers();
  const isKept = (version: number) =>
    loadDraft(draftKey({ user: "anna", project: "p", version })) !== undefined;
  expect([1, 2, 3, 22].map(isKept)).toEqual([false, false, true, true]);
});
