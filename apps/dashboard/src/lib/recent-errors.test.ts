import { AppError } from "@shoal/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const listeners = new Map<string, (event: object) => void>();
let recentErrors: typeof import("./recent-errors.ts");

beforeAll(async () => {
  vi.stubGlobal("location", { hash: "#/signup/key-of-an-activation-link-0123456789" });
  vi.stubGlobal("addEventListener", (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
  );
  recentErrors = await import("./recent-errors.ts");
});
afterAll(() => void vi.unstubAllGlobals());

const latestError = () => recentErrors.listRecentErrors()[0];

test("a failed call is recorded with its route, code and page, without keys", () => {
  recentErrors.recordError(new AppError("not_found", "Not found"), "GET /api/signup/user/{id}");
  expect(latestError()).toMatchObject({
    screen: "signup",
    text: "GET /api/signup/user/{id} · not_found · Not found",
  });
});

test("keys are removed from messages, but identifiers are not", () => {
  const uuid = "bb8d11e7-67ba-4823-9306-5a369f49b5cc";
  recentErrors.recordError(new Error(`No way to /forgot/NjutPFFWv7SArNWLl2hV7qKr9fYtJ2oS of ${uuid}`));
  expect(latestError()?.text).toBe(`Error · No way to /forgot/… of ${uuid}`);
});

test("unhandled errors are recorded, but cancelled calls are not", () => {
  listeners.get("unhandledrejection")?.({ reason: "lost" });
  expect(latestError()?.text).toBe("lost");
  recentErrors.recordError(new DOMException("given up", "AbortError"));
  expect(latestError()?.text).toBe("lost");
});

test("the last twenty errors are kept", () => {
  for (let number = 1; number <= 30; number += 1) recentErrors.recordError(`fault ${number}`);
  const texts = recentErrors.listRecentErrors().map(({ text }) => text);
  expect(texts).toHaveLength(20);
  expect([texts[0], texts[19]]).toEqual(["fault 30", "fault 11"]);
});
