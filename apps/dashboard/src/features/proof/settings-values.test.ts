import { expect, test } from "vitest";
import { mergeEdits } from "../../lib/edit-conflict.ts";
import { editedOf, inputOf, valuesOf } from "./settings-values.ts";

const state = { startedAt: null, sessions: 0, sessionsNeeded: 200, stop: null };
const settings = {
  isOn: true,
  sharePct: 5,
  limitGb: 50,
  revision: 3,
  consent: { by: "manager", at: "2026-11-26T10:00:00Z" },
};
const shown = (change: Partial<typeof settings> = {}, code: "running" | "stopped" = "running") =>
  valuesOf(editedOf({ settings: { ...settings, ...change }, state: { ...state, code } }));

test("proof mode that stopped by itself is off in the form", () => {
  expect([shown().isOn, shown({}, "stopped").isOn]).toEqual([true, false]);
});

test("proof mode cannot be on without consent, and an empty limit means none", () => {
  expect(inputOf({ isOn: true, isAgreed: false, sharePct: "7", limitGb: "" }, 4)).toEqual({
    isOn: false,
    isAgreed: false,
    sharePct: 7,
    limitGb: null,
    revision: 4,
  });
});

test("changes by others are merged into untouched fields, and entered values are kept", () => {
  const typed = { ...shown(), sharePct: 12 };
  const { values, changes } = mergeEdits(shown(), typed, shown({ sharePct: 8, limitGb: 60 }, "stopped"));
  expect(values).toEqual({ isAgreed: true, isOn: false, sharePct: 12, limitGb: 60 });
  expect(changes.map(({ field, isContested }) => [field, isContested])).toEqual([
    ["isOn", false],
    ["sharePct", true],
    ["limitGb", false],
  ]);
});
