import { type DoctorReport, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { DoctorPage } from "./doctor-page.tsx";

cleanAfterEach();

const ADMIN_USER = sampleUser({ roles: ["admin"], role: null });
const REPORT: DoctorReport = {
  startedAt: "2026-03-04T05:00:00.000Z",
  endedAt: "2026-03-04T05:06:07.000Z",
  isMending: false,
  seen: { objects: 1_200, bytes: 3_400_000_000, videos: 40, checksums: 700 },
  findings: [],
  checkedUntil: null,
  faults: [],
};

test("before the first check, the page tells when it will run", async () => {
  answer(routes.getDoctorReport, () => ({ report: null, check: null, repairs: [] }));
  show(<DoctorPage />, { user: ADMIN_USER });
  await expect.element(page.getByRole("heading", { name: "Not checked yet" })).toBeVisible();
});

test("a started check shows its progress, and its result without a reload", async () => {
  const check = {
    startedAt: "2026-03-04T05:00:00.000Z",
    seen: { objects: 812, bytes: 2_400_000_000, videos: 12, checksums: 90 },
  };
  let isOver = false;
  answer(routes.getDoctorReport, () => ({ report: null, check: null, repairs: [] }));
  const started = answer(routes.startDoctorCheck, () => {
    answer(routes.getDoctorReport, () => ({
      report: isOver ? REPORT : null,
      check: isOver ? null : check,
      repairs: [],
    }));
    return { report: null, check: { ...check, seen: { ...check.seen, objects: 0 } }, repairs: [] };
  });
  show(<DoctorPage />, { user: ADMIN_USER });
  const button = page.getByRole("button", { name: "Check now" });
  await button.click();
  expect(started).toHaveLength(1);
  await expect.element(page.getByText(/So far: 0 files/)).toBeVisible();
  await expect.element(button).toBeDisabled();
  await expect.element(page.getByText(/So far: 812 files .*12 videos, 90 checksums/)).toBeVisible();
  isOver = true;
  await expect.element(page.getByRole("heading", { name: "No problems found" })).toBeVisible();
  await expect.element(button).toBeEnabled();
  await expect.element(page.getByText(/So far/)).not.toBeInTheDocument();
});

test("starting a check while another one is running shows that one", async () => {
  answer(routes.getDoctorReport, () => ({ report: REPORT, check: null, repairs: [] }));
  refuse(routes.startDoctorCheck, new Refusal("check_running"));
  show(<DoctorPage />, { user: ADMIN_USER });
  const button = page.getByRole("button", { name: "Check now" });
  await expect.element(button).toBeEnabled();
  const check = { startedAt: REPORT.startedAt, seen: { objects: 5, bytes: 0, videos: 1, checksums: 0 } };
  answer(routes.getDoctorReport, () => ({ report: REPORT, check, repairs: [] }));
  await button.click();
  await expect.element(page.getByText("A check is already running. Its result appears here.")).toBeVisible();
  await expect.element(page.getByText(/So far: 5 files/)).toBeVisible();
});

test("a report without findings shows that there are no problems", async () => {
  answer(routes.getDoctorReport, () => ({ report: REPORT, check: null, repairs: [] }));
  show(<DoctorPage />, { user: ADMIN_USER });
  await expect.element(page.getByRole("heading", { name: "No problems found" })).toBeVisible();
  await expect.element(page.getByText(/1,200 files .*40 videos, 700 checksums/)).toBeVisible();
});

test("problems are counted and named, with their remedy", async () => {
  const named = ["videos/a/1/v0/x.m4s", "videos/b/1/v0/y.m4s"];
  const findings = [{ kind: "missing_media" as const, count: 7, bytes: 0, named, mended: 0, repairing: 0 }];
  answer(routes.getDoctorReport, () => ({
    report: { ...REPORT, findings, faults: ["figures: the engine is away"] },
    check: null,
    repairs: [],
  }));
  show(<DoctorPage />, { user: ADMIN_USER });
  await expect.element(page.getByRole("heading", { name: "Missing files" })).toBeVisible();
  await expect.element(page.getByText(/Restore the other files from a backup/)).toBeVisible();
  for (const name of named) await expect.element(page.getByText(name)).toBeVisible();
  await expect.element(page.getByText("and 5 more")).toBeVisible();
  await expect.element(page.getByText("figures: the engine is away")).toBeVisible();
  await expect.element(page.getByText("No problems found")).not.toBeInTheDocument();
});

test("repairs are listed with their state", async () => {
  const finding = { kind: "damaged_media" as const, count: 3, bytes: 0, named: [], mended: 0, repairing: 2 };
  const changedAt = "2026-03-04T05:06:08.000Z";
  const repairs = [
    {
      video: "6d3c1f3e-0000-4000-8000-000000000001",
      object: "videos/a/1/v0/x.m4s",
      state: "sent",
      changedAt,
    },
    {
      video: "6d3c1f3e-0000-4000-8000-000000000002",
      object: "videos/b/1/v0/y.m4s",
      state: "failed",
      changedAt,
    },
  ] as const;
  answer(routes.getDoctorReport, () => ({
    report: { ...REPORT, findings: [finding] },
    check: null,
    repairs: [...repairs],
  }));
  show(<DoctorPage />, { user: ADMIN_USER });
  await expect.element(page.getByText("2 are being re-encoded from their source files.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Repairs" })).toBeVisible();
  await expect.element(page.getByText("Encoding", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Failed", { exact: true })).toBeVisible();
  for (const { object } of repairs) await expect.element(page.getByText(object)).toBeVisible();
});

test("a report that failed to load can be reloaded", async () => {
  refuse(routes.getDoctorReport, new Refusal("internal_error"));
  show(<DoctorPage />, { user: ADMIN_USER });
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.getDoctorReport, () => ({ report: REPORT, check: null, repairs: [] }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "No problems found" })).toBeVisible();
});
