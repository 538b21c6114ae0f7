import { expect, test } from "vitest";
import { mergeEdits } from "../../lib/edit-conflict.ts";
import { editedSettingsOf, requestBodyOf, valuesOf } from "./settings-values.ts";

const PROOF_STATE = { startedAt: null, sessions: 0, sessionsNeeded: 200, stop: null };
const PROOF_SETTINGS = {
  isOn: true,
  sharePct: 5,
  limitGb: 50,
  revision: 3,
  consent: { by: "manager", at: "2026-11-26T10:00:00Z" },
};
const editedSettings = (
  change: Partial<typeof PROOF_SETTINGS> = {},
  code: "running" | "stopped" = "running",
) =>
  valuesOf(editedSettingsOf({ settings: { ...PROOF_SETTINGS, ...change }, state: { ...PROOF_STATE, code } }));

test("proof mode that stopped by itself is off in the form", () => {
  expect([editedSettings().isOn, editedSettings({}, "stopped").isOn]).toEqual([true, false]);
});

test("proof mode cannot be on without consent, and an empty limit means none", () => {
  expect(requestBodyOf({ isOn: true, isAgreed: false, sharePct: "7", limitGb: "" }, 4)).toEqual({
    isOn: false,
    isAgreed: false,
    sharePct: 7,
    limitGb: null,
    revision: 4,
  });
});

test("changes by others are merged into untouched fields, and entered values are kept", () => {
  const typed = { ...editedSettings(), sharePct: 12 };
  const { values, changes } = mergeEdits(
    editedSettings(),
    typed,
    editedSettings({ sharePct: 8, limitGb: 60 }, "stopped"),
  );
  expect(values).toEqual({ isAgreed: true, isOn: false, sharePct: 12, limitGb: 60 });
  expect(changes.map(({ field, isContested }) => [field, isContested])).toEqual([
    ["isOn", false],
    ["sharePct", true],
    ["limitGb", false],
  ]);
});
