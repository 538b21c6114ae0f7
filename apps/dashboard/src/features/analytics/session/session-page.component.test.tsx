import { routes, type StatisticsSessionTimeline } from "@shoal/contract";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { SessionPage } from "./session-page.tsx";

cleanAfterEach();

const STARTED_AT = "2026-11-28T08:05:00.000Z";
const SESSION_UUID = "5d0a1c2e-0000-4000-8000-000000000001";
const SESSION: StatisticsSessionTimeline = {
  uuid: SESSION_UUID,
  video: "video-1",
  title: "Herring",
  startedAt: STARTED_AT,
  lastAt: STARTED_AT,
  viewer: null,
  country: "FR",
  provider: "",
  networkPrefix: "",
  device: "desktop",
  browser: "",
  system: "",
  player: "",
  network: "",
  host: "",
  serverSec: 30,
  peerSec: 0,
  rebufferingSec: 0,
  startupMs: 400,
  errors: 0,
  serverBytes: 1_000,
  peerBytes: 0,
  upBytes: 0,
  asOf: STARTED_AT,
  durationSec: 60,
  minutes: [],
  events: [],
};

test("a session whose time zone could not be loaded is shown after a retry", async () => {
  answer(routes.getStatisticsSession, () => SESSION);
  refuse(routes.getStatisticsSubjects, new Refusal("internal_error"));
  show(
    <Routes>
      <Route path="/analytics/session/:session" element={<SessionPage />} />
    </Routes>,
    { path: `/analytics/session/${SESSION_UUID}` },
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.getStatisticsSubjects, () => ({
    timeZone: "UTC",
    isTimeZoneChosen: true,
    configs: [],
    collections: [],
  }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
});
