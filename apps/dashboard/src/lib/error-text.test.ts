import { AppError } from "@shoal/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { codeText, errorText, retryTimeText, setSupportEmail } from "./error-text.ts";

let i18n: typeof import("../i18n/index.ts");
beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  i18n = await import("../i18n/index.ts");
  await i18n.chooseLanguage("EN");
});
afterAll(() => void vi.unstubAllGlobals());

const CALL_ID = "0b7c2f6e-3f0a-4f3e-9d55-2f6f0a1b2c3d";
const internalError = () => Object.assign(new AppError("internal_error"), { callId: CALL_ID });

test("an internal error names the support contact and the number of the call, and suggests no retry", async () => {
  const ours = "Something went wrong on our side.";
  expect(errorText(internalError())).toBe(`${ours} Contact support and give this number: ${CALL_ID}`);
  setSupportEmail("help@shoal.example");
  expect(errorText(internalError())).toBe(
    `${ours} Write to help@shoal.example and give this number: ${CALL_ID}`,
  );
  const withoutNumber = `${ours} Write to help@shoal.example.`;
  expect([
    errorText(new TypeError("of this page")),
    codeText("internal_error"),
    // The text for this code is in an area that this test does not load.
    codeText("alert_acknowledged"),
  ]).toEqual([withoutNumber, withoutNumber, withoutNumber]);
  await i18n.chooseLanguage("FR");
  expect(errorText(internalError())).toBe(
    `Une erreur s’est produite de notre côté. Écrivez à help@shoal.example en indiquant ce numéro\u00a0: ${CALL_ID}`,
  );
  expect(errorText(internalError())).not.toMatch(/réessay/);
  await i18n.chooseLanguage("EN");
});

test("a temporary error suggests a retry", () => {
  expect(errorText(new AppError("unavailable"))).toBe("The server does not respond. Try again later.");
  const tooMany = Object.assign(new AppError("too_many_requests"), { retryAfterSec: 850 });
  expect(errorText(tooMany)).toBe("Too many attempts. Try again in 15 minutes.");
  expect(codeText("sending_too_much")).toMatch(/Try again in a moment/);
  expect(codeText("body_too_slow")).toMatch(/too slow/);
});

test.each([
  [1, "en", "in 1 minute"],
  [60, "en", "in 1 minute"],
  [850, "en", "in 15 minutes"],
  [3_600, "fr", "dans 60 minutes"],
  [3_700, "fr", "dans 2 heures"],
])("a delay of %d s is written in %s as %s", (waitSec, language, text) => {
  expect(retryTimeText(waitSec, language)).toBe(text);
});
