import { AppError, routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, verifyEmailOf } from "../../../testing/account-harness.ts";
import { readClientDescriptor } from "../../delivery/rules/index.ts";
import { createBudgetsService } from "./budgets.service.ts";

/** The time of the test, in a month that is the current one in no other test. */
const NOVEMBER_20_MS = Date.UTC(2031, 10, 20);

let api: TestApi;
let manager: TestUser;
/**
 * The cost of the month, the part counted by edges (all of it by default), and the mails sent: percentage, and whether publishing
 * stops.
 */
let costCents: number | Error;
let measuredCents: number | undefined;
let mailedWarnings: [number, boolean][];
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  manager = await api.addUser(["manager"]);
  await verifyEmailOf(api, manager);
  costCents = 0;
  measuredCents = undefined;
  mailedWarnings = [];
});

const createBudgets = (nowMs = NOVEMBER_20_MS) =>
  createBudgetsService({
    db: api.database.db,
    now: () => nowMs,
    onError: (error) => expect.unreachable(String(error)),
    bills: {
      async getSpent() {
        if (costCents instanceof Error) throw costCents;
        return { cents: costCents, measuredCents: measuredCents ?? costCents };
      },
    },
    mails: {
      async send(_, { values }) {
        const { percent, isStopped } = values as { percent: number; isStopped: boolean };
        mailedWarnings.push([percent, isStopped]);
      },
    } as Parameters<typeof createBudgetsService>[0]["mails"],
  });
const managerActor = () =>
  ({ clientUuid: manager.clientUuid }) as Parameters<ReturnType<typeof createBudgets>["get"]>[0];
const saveClientBudget = (
  limitCents: number | null,
  stops = false,
  stopsCdn = false,
  stopsPlayback = false,
) => createBudgets().save(managerActor(), { limitCents, stops, stopsCdn, stopsPlayback });
async function setCostAndCheck(next: number, nowMs = NOVEMBER_20_MS): Promise<void> {
  costCents = next;
  await createBudgets(nowMs).checkAll();
}

test("managers are notified of 50, 80 and 100 % once a month, and of the highest only if several are reached at once", async () => {
  await saveClientBudget(10_000);
  await setCostAndCheck(4_999);
  expect(mailedWarnings).toEqual([]);
  await setCostAndCheck(5_000);
  await setCostAndCheck(7_999);
  await setCostAndCheck(10_000);
  await setCostAndCheck(20_000);
  expect(mailedWarnings).toEqual([
    [50, false],
    [100, false],
  ]);
  await setCostAndCheck(5_000, Date.UTC(2031, 11, 2));
  expect(mailedWarnings.at(-1)).toEqual([50, false]);
  expect(mailedWarnings).toHaveLength(3);
});

test("a budget stops creation if its managers chose so, until it is raised or the month ends", async () => {
  await saveClientBudget(10_000, true);
  await setCostAndCheck(9_999);
  expect(await createBudgets().isStopped(manager.clientUuid)).toBe(false);
  await setCostAndCheck(10_000);
  expect(await createBudgets().isStopped(manager.clientUuid)).toBe(true);
  expect(mailedWarnings.at(-1)).toEqual([100, true]);
  expect(await createBudgets(Date.UTC(2031, 11, 1)).isStopped(manager.clientUuid)).toBe(false);
  expect(await saveClientBudget(10_001, true)).toEqual({
    limitCents: 10_001,
    stops: true,
    stopsCdn: false,
    stopsPlayback: false,
    spentCents: 10_000,
    measuredCents: 10_000,
    isStopped: false,
    isCdnStopped: false,
    isPlaybackStopped: false,
  });
  expect(await saveClientBudget(10_000, false)).toMatchObject({ isStopped: false });
});

test("a client with a used-up budget cannot create videos, and sees the reason", async () => {
  const month = new Date().toISOString().slice(0, 7);
  await api.database.db
    .insertInto("client_budgets")
    .values({
      client_uuid: manager.clientUuid,
      limit_cents: 1,
      stops: true,
      spent_month: month,
      spent_cents: 1,
    })
    .execute();
  expect(await codeOf(manager.call(routes.createVideos, { body: [{ title: "A" }] }))).toBe("budget_reached");
  const entry = { name: "A", originUrl: "https://origin.example.org/" };
  expect(await codeOf(manager.call(routes.createCdnEntry, { body: entry }))).toBe("budget_reached");
  // Cuts, clips and scene lists are new videos too.
  const uuid = crypto.randomUUID();
  const cut = { uuid, start: 0, end: 1, transcode: true };
  expect(await codeOf(manager.call(routes.cutVideo, { body: cut }))).toBe("budget_reached");
  const clip = { params: { id: uuid }, body: { seconds: 30 } };
  expect(await codeOf(manager.call(routes.clipLive, clip))).toBe("budget_reached");
  const list = { title: "A", scenes: [{ video: uuid, in: 0, out: 1, mode: "accurate" as const }] };
  const client = api.database.db.updateTable("clients").where("uuid", "=", manager.clientUuid);
  await client.set({ scenelist: true }).execute();
  expect(await codeOf(manager.call(routes.createSceneList, { body: list }))).toBe("budget_reached");
});

test("a budget is kept while figures are unavailable, and checked later", async () => {
  costCents = new AppError("unavailable");
  expect(await saveClientBudget(10_000, true)).toMatchObject({ spentCents: null, isStopped: false });
  await setCostAndCheck(10_000);
  expect(await createBudgets().get(managerActor())).toMatchObject({ spentCents: 10_000, isStopped: true });
  expect(await saveClientBudget(null)).toEqual({
    limitCents: null,
    stops: false,
    stopsCdn: false,
    stopsPlayback: false,
    spentCents: null,
    measuredCents: null,
    isStopped: false,
    isCdnStopped: false,
    isPlaybackStopped: false,
  });
});

test("a budget stops CDN entries if its managers chose so, and resumes them once it is raised or removed", async () => {
  const stoppedMonth = async () => {
    const { cdn_stopped_month: month } = await api.database.db
      .selectFrom("clients")
      .select("cdn_stopped_month")
      .where("uuid", "=", manager.clientUuid)
      .executeTakeFirstOrThrow();
    return month;
  };
  await saveClientBudget(10_000, true);
  await setCostAndCheck(10_000);
  expect(await stoppedMonth()).toBeNull();
  expect(await saveClientBudget(10_000, false, true)).toMatchObject({ isStopped: false, isCdnStopped: true });
  expect(await stoppedMonth()).toBe("2031-11");
  // Without figures, the last known cost still applies.
  costCents = new AppError("unavailable");
  expect(await saveClientBudget(10_001, false, true)).toMatchObject({ isCdnStopped: false });
  expect(await stoppedMonth()).toBeNull();
  await saveClientBudget(9_999, false, true);
  expect(await stoppedMonth()).toBe("2031-11");
  await saveClientBudget(null);
  expect(await stoppedMonth()).toBeNull();
});

test("a budget refuses viewers if its managers chose so, and edges are notified of each change", async () => {
  const descriptor = () => readClientDescriptor(api.database.db, manager.clientUuid);
  const before = await descriptor();
  await saveClientBudget(10_000, true, true);
  await setCostAndCheck(10_000);
  expect(await descriptor()).toEqual(before);
  expect(await saveClientBudget(10_000, false, false, true)).toMatchObject({
    isStopped: false,
    isPlaybackStopped: true,
  });
  const stopped = await descriptor();
  expect(stopped).toMatchObject({ playbackStoppedMonth: "2031-11" });
  expect(stopped?.revision).toBeGreaterThan(before?.revision ?? 0);
  // Edges are only notified of changes, not of every check.
  await setCostAndCheck(10_500);
  expect(await descriptor()).toEqual(stopped);
  expect(await createBudgets(Date.UTC(2031, 11, 1)).get(managerActor())).toMatchObject({
    isPlaybackStopped: false,
  });
  await saveClientBudget(11_000, false, false, true);
  const raised = await descriptor();
  expect(raised?.playbackStoppedMonth).toBeUndefined();
  expect(raised?.revision).toBeGreaterThan(stopped?.revision ?? 0);
  await saveClientBudget(10_000, false, false, true);
  await saveClientBudget(null);
  expect((await descriptor())?.playbackStoppedMonth).toBeUndefined();
});

test("figures reported by players are billed, but stop neither playback nor CDN entries", async () => {
  await saveClientBudget(10_000, true, true, true);
  measuredCents = 9_999;
  await setCostAndCheck(50_000);
  const spent = { spentCents: 50_000, measuredCents: 9_999 };
  const stops = { isStopped: true, isCdnStopped: false, isPlaybackStopped: false };
  expect(await createBudgets().get(managerActor())).toMatchObject({ ...spent, ...stops });
  measuredCents = 10_000;
  await setCostAndCheck(50_000);
  expect(await createBudgets().get(managerActor())).toMatchObject({
    isCdnStopped: true,
    isPlaybackStopped: true,
  });
});

test("only managers can read and set the budget", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const body = { limitCents: 25_000, stops: true };
  expect(await codeOf(editor.call(routes.getBudget, {}))).toBe("forbidden");
  expect(await codeOf(editor.call(routes.saveBudget, { body }))).toBe("forbidden");
  expect(await manager.call(routes.saveBudget, { body })).toMatchObject({ limitCents: 25_000, stops: true });
  expect(await codeOf(manager.call(routes.saveBudget, { body: { ...body, limitCents: 0 } }))).toBe(
    "bad_request",
  );
});
