import { type PlanInput, routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { createPricePlansService } from "./price-plans.service.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const OWN_PLAN: PlanInput = {
  kind: "own",
  tiers: [
    { upToBytes: 10 * BYTES_PER_TB, microsPerTb: 0, fixedCents: 9_900 },
    { upToBytes: null, microsPerTb: 6_500_000 },
  ],
};
/** The time of the test, in the middle of a month of a year that no other test uses. */
const NOW_MS = Date.UTC(2031, 4, 15);

let api: TestApi;
let admin: TestUser;
let client: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.addUser(["manager"]);
});

const createPlans = (nowMs = NOW_MS) =>
  createPricePlansService({ db: api.database.db, realtime: { emit: () => undefined }, now: () => nowMs });
const listPlanKinds = async () =>
  (await createPlans().list(client.clientUuid))._embedded.map(({ validFrom, plan }) => [
    validFrom,
    plan.kind,
  ]);
const isFree = async () =>
  (
    await api.database.db
      .selectFrom("clients")
      .select("free_tier")
      .where("uuid", "=", client.clientUuid)
      .executeTakeFirstOrThrow()
  ).free_tier;

test("only administrators can set plans, which start on a day, and see them", async () => {
  const params = { id: client.clientUuid };
  const own = { params: { ...params, validFrom: "2098-03-02" }, body: OWN_PLAN };
  expect(await codeOf(client.call(routes.listClientPlans, { params }))).toBe("forbidden");
  expect(await codeOf(client.call(routes.saveClientPlan, own))).toBe("forbidden");
  const saved = await admin.call(routes.saveClientPlan, own);
  expect(saved).toEqual({
    validFrom: "2098-03-02",
    firstMonth: "2098-04",
    plan: { kind: "own", tiers: OWN_PLAN.tiers },
    isClosed: false,
  });
  const { _embedded } = await admin.call(routes.listClientPlans, { params });
  expect(_embedded.map(({ validFrom, isClosed }) => [validFrom, isClosed])).toEqual([
    ["2098-03-02", false],
    ["2000-01-01", true],
  ]);
  await admin.call(routes.deleteClientPlan, { params: own.params });
  expect(await codeOf(admin.call(routes.deleteClientPlan, { params: own.params }))).toBe("not_found");
  const nobody = { params: { id: crypto.randomUUID() } };
  expect(await codeOf(admin.call(routes.listClientPlans, nobody))).toBe("client_not_found");
});

test("plans that would change the price of a past month are refused with that month", async () => {
  const save = (validFrom: string) => createPlans().save(client.clientUuid, validFrom, { kind: "fixed" });
  const refused = await save("2031-04-01").catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "month_closed",
    fields: [{ path: "validFrom", reason: "would change 2031-04, which is closed" }],
  });
  // A plan that is valid from 2 April prices May, the current month, first.
  await save("2031-04-02");
  await save("2031-05-01");
  await expect(createPlans().delete(client.clientUuid, "2000-01-01")).rejects.toMatchObject({
    code: "month_closed",
  });
  const later = createPlans(Date.UTC(2031, 5, 1));
  await expect(later.delete(client.clientUuid, "2031-05-01")).rejects.toMatchObject({ code: "month_closed" });
  expect(await listPlanKinds()).toEqual([
    ["2031-05-01", "fixed"],
    ["2031-04-02", "fixed"],
    ["2000-01-01", "managed"],
  ]);
});

test("the free tier switch follows the plan of the current month", async () => {
  await createPlans().save(client.clientUuid, "2031-06-01", { kind: "free" });
  await createPlans().followPlans();
  expect(await isFree()).toBe(false);
  await createPlans(Date.UTC(2031, 5, 1)).followPlans();
  expect(await isFree()).toBe(true);
});

test("changing the free tier switch changes the plan from the current month only", async () => {
  const params = { id: client.clientUuid };
  await admin.call(routes.updateClientAsAdmin, { params, body: { freeTier: true } });
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  expect(await listPlanKinds()).toEqual([
    [month, "free"],
    ["2000-01-01", "managed"],
  ]);
  await admin.call(routes.updateClientAsAdmin, { params, body: { freeTier: false } });
  expect(await listPlanKinds()).toEqual([
    [month, "managed"],
    ["2000-01-01", "managed"],
  ]);
});

test("saving the switch unchanged keeps a plan that has just started", async () => {
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  await api.database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("price_plans")
      .values({ client_uuid: client.clientUuid, valid_from: month, kind: "free", tiers: null })
      .execute();
    // A form saves the switch as it was before the plan started.
    await tx.updateTable("clients").set({ free_tier: false }).where("uuid", "=", client.clientUuid).execute();
  });
  expect(await listPlanKinds()).toEqual([
    [month, "free"],
    ["2000-01-01", "managed"],
  ]);
});

test("invalid plans are refused with their field", async () => {
  const pathsOf = async (body: object, validFrom = "2098-03-01") => {
    const params = { id: client.clientUuid, validFrom };
    const call = admin.call(routes.saveClientPlan, { params, body: body as PlanInput });
    return ((await errorOf(call)).fields ?? []).map(({ path }) => path);
  };
  const tier = { upToBytes: BYTES_PER_TB, microsPerTb: 1 };
  expect(await pathsOf({ kind: "own" })).toEqual(["tiers"]);
  const rest = { ...tier, upToBytes: null };
  expect(await pathsOf({ kind: "own", tiers: [tier, tier, rest] })).toEqual(["tiers.1.upToBytes"]);
  expect(await pathsOf({ kind: "own", tiers: [rest, rest] })).toEqual(["tiers.0.upToBytes"]);
  expect(await pathsOf({ kind: "own", tiers: [{ upToBytes: null, microsPerTb: -1 }] })).toEqual([
    "tiers.0.microsPerTb",
  ]);
  expect(await pathsOf({ kind: "fixed" }, "2098-02-30")).toEqual(["validFrom"]);
});
