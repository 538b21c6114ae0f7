import { GUEST_HEADER, routes } from "@shoal/contract";
import { testsOfCounts } from "@shoal/limits/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CallCounter } from "../../../platform/call-counter.ts";
import { createDatabaseCounts } from "../../../platform/database-counts.ts";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
beforeAll(async () => {
  // The window is longer than any test.
  api = await startTestApi({
    LIMIT_CALLS_PER_KEY: "3/86400",
    LIMIT_CALLS_PER_USER: "5/86400",
    LIMIT_CALLS_PER_GUEST: "2/86400",
  });
});
afterAll(() => api.close());

const getPath = (authorization: string, path = "/api/videos") =>
  fetch(`${api.url}${path}`, { headers: { authorization } });
const limitOf = ({ headers }: Response) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];

test("each response states the remaining calls, and a caller without any is told when to retry", async () => {
  const user = await api.addUser(["manager"]);
  const other = await api.addUser(["manager"], { clientOf: user });
  const bearer = `Bearer ${user.credential}`;
  const { key } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Backend", type: "read" },
  });
  for (const left of [3, 2, 1, 0]) {
    const [policy, limit] = limitOf(await getPath(bearer));
    expect(policy).toBe('"user";q=5;w=86400');
    expect(limit).toMatch(new RegExp(`^"user";r=${left};t=\\d+$`));
  }
  const refused = await getPath(bearer);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
  // Other users have their own limits, even in the same client.
  expect((await getPath(`Bearer ${other.credential}`)).status).toBe(200);
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await getPath(`Bearer ${key}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(limitOf(answers[0] as Response)).toEqual([
    '"key";q=3;w=86400',
    expect.stringMatching(/^"key";r=2;t=\d+$/),
  ]);
});

test("a guest of a review link has a limit, and other guests of the link have their own", async () => {
  const owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
  const project = await owner.call(routes.createProject, {
    body: { name: "Film", uuid: await addVideo(api, owner) },
  });
  const link = await owner.call(routes.createReviewLink, { params: { id: project.uuid }, body: {} });
  const key = /#\/review\/(.+)$/.exec(link.url ?? "")?.[1] ?? "";
  const enter = async () => (await api.anonymous(routes.enterReview, { body: { key, name: "Ada" } })).token;
  const read = (token: string) =>
    fetch(`${api.url}${routes.listGuestChanges.path}?since=0`, { headers: { [GUEST_HEADER]: token } });
  const [first, second] = [await enter(), await enter()];
  const answers = [await read(first), await read(first), await read(first)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(limitOf(answers[0] as Response)).toEqual([
    '"guest";q=2;w=86400',
    expect.stringMatching(/^"guest";r=1;t=\d+$/),
  ]);
  expect((await read(second)).status).toBe(200);
});

test("responses to calls refused by a guard, or without credentials, contain no limits", async () => {
  expect(limitOf(await getPath("Bearer nobody"))).toEqual([null, null]);
  expect(limitOf(await fetch(`${api.url}/healthz`))).toEqual([null, null]);
});

test("replicas share their counts, and a new window starts from zero", async () => {
  let now = Date.now();
  const counts = createDatabaseCounts(api.database.pool);
  const replica = () =>
    new CallCounter({
      name: "calls-test",
      limit: { attempts: 10, windowSec: 60 },
      counts,
      onError: (error) => {
        throw error;
      },
      now: () => now,
    });
  const [first, second] = [replica(), replica()];
  for (let n = 0; n < 6; n += 1) first.consume("caller");
  for (let n = 0; n < 3; n += 1) second.consume("caller");
  await first.exchange();
  await second.exchange();
  expect(second.consume("caller")).toMatchObject({ isAllowed: true, left: 0 });
  expect(second.consume("caller")).toMatchObject({ isAllowed: false });
  await second.exchange();
  expect(first.consume("caller")).toMatchObject({ isAllowed: true, left: 3 });
  await first.exchange();
  expect(first.consume("caller")).toMatchObject({ isAllowed: false, left: 0 });
  expect(first.consume("another")).toMatchObject({ isAllowed: true, left: 9 });
  now += 60_000;
  expect(first.consume("caller")).toMatchObject({ isAllowed: true, left: 9 });
});

testsOfCounts("PostgreSQL", () => createDatabaseCounts(api.database.pool));
