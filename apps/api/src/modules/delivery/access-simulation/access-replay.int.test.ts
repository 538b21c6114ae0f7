import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { type BodyOf, type RuleChanges, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";

type ReplaySubject = BodyOf<typeof routes.replayAccess>["subject"];
type MinuteContext = Partial<
  Pick<SessionMinuteRow, "country" | "network_prefix" | "page_host" | "is_vpn" | "config_uuid" | "minute">
>;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const HOUR_SEC = 3_600;
const nowSec = () => Math.floor(Date.now() / 60_000) * 60;

/** Records sessions of two minutes each. */
async function recordSessions(
  user: TestUser,
  video: string,
  sessions: number,
  place: MinuteContext = {},
): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const values = Array.from({ length: sessions }, () => randomUUID()).flatMap((session) =>
    [0, 60].map((later) => ({
      client_uuid: user.clientUuid,
      video_uuid: video,
      session_uuid: session,
      version: Date.now(),

      country: "FR",
      network_prefix: "203.0.113.0/24",
      page_host: "www.example.org",
      is_vpn: 0,
      ...place,
      minute: (place.minute ?? nowSec() - HOUR_SEC) + later,
    })),
  );
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

const replayRules = (user: TestUser, subject: ReplaySubject, draft: RuleChanges = {}) =>
  user.call(routes.replayAccess, { body: { subject, draft } });

test("a draft rule shows how many sessions of the last day it would have blocked, by step", async () => {
  const user = await api.addUser(["manager"]);
  const video = await addVideo(api, user);
  await recordSessions(user, video, 5);
  await recordSessions(user, video, 3, { country: "DE", network_prefix: "198.51.100.0/24" });
  await recordSessions(user, video, 2, { page_host: "" });
  await recordSessions(user, video, 4, { minute: nowSec() - 25 * HOUR_SEC });
  const subject: ReplaySubject = { type: "video", uuid: video };
  expect(await replayRules(user, subject)).toMatchObject({
    sessions: 10,
    leftOut: 0,
    steps: [],

    refused: { atLeast: 0, atMost: 0 },
    refusedAsSaved: { atLeast: 0, atMost: 0 },
  });
  expect(await replayRules(user, subject, { authorizedCountries: ["FR"] })).toMatchObject({
    refused: { atLeast: 3, atMost: 3 },
    steps: [{ step: "country", atLeast: 3, atMost: 3 }],
  });
  const finer = {
    unauthorizedIPs: ["203.0.113.7"],
    authorizedWebsites: ["example.org"],
    unknownWebsites: false,
  };
  expect(await replayRules(user, subject, finer)).toMatchObject({
    sessions: 10,
    refused: { atLeast: 2, atMost: 7 },
    steps: [
      { step: "address", atLeast: 0, atMost: 5 },
      { step: "website", atLeast: 2, atMost: 2 },
    ],
  });
});

test("drafts of a collection, a config and the client apply only to media without a rule of their own", async () => {
  const user = await api.addUser(["manager"]);
  const { uuid: collection } = await user.call(routes.addCollection, { body: { name: "Lessons" } });
  const { uuid: config } = await user.call(routes.addConfig, { body: { name: "Shop" } });
  const [plain, own] = [await addVideo(api, user), await addVideo(api, user)];
  const place = async (id: string, rules: RuleChanges) =>
    user.call(routes.updateVideoRules, { params: { id }, body: { revision: 0, rules, collection } });
  await place(plain, {});
  await place(own, { authorizedCountries: ["FR", "DE"] });
  await recordSessions(user, plain, 2);
  await recordSessions(user, own, 3);
  await recordSessions(user, "a season/1.m3u8", 4, { config_uuid: config });
  const draft = { authorizedCountries: ["US"] };
  const refusedOf = async (subject: ReplaySubject) => {
    const { sessions, refused } = await replayRules(user, subject, draft);
    return [sessions, refused.atLeast];
  };
  expect(await refusedOf({ type: "collection", uuid: collection })).toEqual([5, 2]);
  expect(await refusedOf({ type: "config", uuid: config })).toEqual([4, 4]);
  expect(await refusedOf({ type: "client" })).toEqual([9, 6]);
});

test("a draft that requires tokens blocks no sessions if tokens were required already, and possibly all others", async () => {
  const user = await api.addUser(["manager"]);
  const video = await addVideo(api, user);
  await recordSessions(user, video, 3);
  const subject: ReplaySubject = { type: "video", uuid: video };
  const draft = { streaming: "token" } as const;
  expect((await replayRules(user, subject, draft)).refused).toEqual({ atLeast: 0, atMost: 3 });
  await user.call(routes.updateVideoRules, { params: { id: video }, body: { revision: 0, rules: draft } });
  expect((await replayRules(user, subject, draft)).refused).toEqual({ atLeast: 0, atMost: 0 });
});

test("sessions of other clients are not counted, and their videos cannot be found", async () => {
  const [user, other] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  const video = await addVideo(api, other);
  await recordSessions(other, video, 3);
  expect((await replayRules(user, { type: "client" })).sessions).toBe(0);
  expect(await codeOf(replayRules(user, { type: "video", uuid: video }))).toBe("video_not_found");
});

test("the call fails as unavailable while the analytics engine is unreachable", async () => {
  const user = await api.addUser(["manager"]);
  const analytics = createClient({ url: api.clickhouseUrl });
  await analytics.command({ query: "RENAME TABLE session_minutes TO away" });
  expect(await codeOf(replayRules(user, { type: "client" }))).toBe("unavailable");
  await analytics.command({ query: "RENAME TABLE away TO session_minutes" });
  await analytics.close();
});
