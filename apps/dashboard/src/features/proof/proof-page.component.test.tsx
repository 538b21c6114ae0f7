import { type ProofReport, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ProofPage } from "./proof-page.tsx";

cleanAfterEach();

const GROUP = {
  sessions: 300,
  viewers: 250,
  hours: 90,
  serverBytes: 1_000,
  startupMedianMs: 400,
};
const proofOf = (month: string): ProofReport => ({
  month,
  timeZone: "UTC",
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-12-01T00:00:00.000Z",
  settings: { isOn: false, sharePct: 5, limitGb: null, consent: null, revision: 1 },
  state: { code: "off", startedAt: null, sessions: 0, sessionsNeeded: 200, stop: null },
  with: GROUP,
  without: GROUP,
  metrics: [],
});

test("settings that are not saved are left neither for another month nor for another page without a question", async () => {
  answer(routes.getProof, ({ query }) => proofOf(query.month ?? "2026-11"));
  const { address } = show(<ProofPage />, { path: "/proof" });
  const share = page.getByRole("textbox", { name: "Share of viewers without peers" });
  await share.fill("7");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("combobox", { name: "Month" }).click();
  await page.getByRole("option", { name: "October 2026" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(address()).toBe("/proof");
  await expect.element(share).toHaveValue("7%");
  await page.getByRole("link", { name: "Back to analytics" }).click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect.poll(address).toBe("/analytics");
});
