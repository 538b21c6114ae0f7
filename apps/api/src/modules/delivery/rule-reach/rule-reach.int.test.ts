import { randomUUID } from "node:crypto";
import {
  type RuleReachSubject,
  type RuleSettings,
  routes,
  WATCHED_PATH,
  type WatchedMedium,
} from "@shoal/contract";
import { digestLevels } from "@shoal/domain/rule-digests";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { FakeEdge } from "../../../testing/fake-edge.ts";
import { addVideo } from "../../../testing/video-harness.ts";

const edges = [new FakeEdge(), new FakeEdge()];
let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  await Promise.all(edges.map((edge) => edge.start()));
  api = await startTestApi({ EDGE_CLUSTER: edges.map(({ url }) => `eu=${url}`).join(",") });
  for (const edge of edges) edge.secret = api.env.INTERNAL_SECRET ?? "";
  manager = await api.addUser(["manager"]);
});
afterAll(async () => {
  await api.close();
  await Promise.all(edges.map((edge) => edge.close()));
});

const CLIENT_LEVEL = { rules: {}, timeZone: "UTC" };
type RuleLevelsOfTest = { custom?: RuleSettings; collection?: RuleSettings; config?: RuleSettings };
const watchedMedium = (
  { custom, collection, config }: RuleLevelsOfTest,
  more: Partial<WatchedMedium> & { video: string },
): WatchedMedium => ({
  key: null,
  collection: null,
  viewers: 5,
  told: 5,
  rules: digestLevels(
    {
      ...(custom ? { custom } : {}),
      ...(collection ? { collection: { rules: collection, reportedAtMs: 1 } } : {}),
      ...(config ? { config } : {}),
    },
    CLIENT_LEVEL,
  ),
  ...more,
});
/** Sets the responses of both edges; undefined for an edge that does not respond. */
function setWatched(...told: (WatchedMedium[] | undefined)[]): void {
  for (const [at, edge] of edges.entries()) edge.setAnswer(WATCHED_PATH, told[at] && { watched: told[at] });
}
/** Waits until the reach is as expected, since answers are shared for a second. */
const awaitReach = (subject: RuleReachSubject, reach: object, user = manager) =>
  eventually(async () =>
    expect(await user.call(routes.getRuleReach, { params: subject })).toEqual({
      edges: 2,
      silentEdges: 0,
      ...reach,
    }),
  );

test("the reach of a video's rule counts the viewers to whom an edge has sent it", async () => {
  const uuid = await addVideo(api, manager);
  const rules = { uploadPercent: 40, activeTimes: [{ days: [1], from: "08:00", to: "09:00" }] };
  await manager.call(routes.updateVideoRules, { params: { id: uuid }, body: { revision: 0, rules } });
  const known = watchedMedium({ custom: rules }, { video: uuid, told: 4 });
  setWatched([known], [watchedMedium({}, { video: uuid })]);
  await awaitReach({ type: "video", id: uuid }, { viewers: 10, reached: 4 });
  setWatched([known], [{ ...known, told: 5 }]);
  await awaitReach({ type: "video", id: uuid }, { viewers: 10, reached: 9 });
});

test("an edge without a valid answer counts as silent, and the others are evaluated", async () => {
  const uuid = await addVideo(api, manager);
  setWatched([watchedMedium({}, { video: uuid })], undefined);
  await awaitReach({ type: "video", id: uuid }, { viewers: 5, reached: 5, silentEdges: 1 });
  edges[1]?.setAnswer(WATCHED_PATH, { watched: "many" });
  await awaitReach({ type: "video", id: uuid }, { viewers: 5, reached: 5, silentEdges: 1 });
});

test("a collection covers its videos, and the media that a page assigns to it", async () => {
  const rules = { unauthorizedCountries: ["FR" as const] };
  const { uuid: id, name } = await manager.call(routes.addCollection, {
    body: { name: `Lessons ${randomUUID()}`, rules },
  });
  const [inside, outside] = [await addVideo(api, manager), await addVideo(api, manager)];
  await manager.call(routes.updateVideoRules, {
    params: { id: inside },
    body: { revision: 0, collection: id },
  });
  setWatched(
    [watchedMedium({ collection: rules }, { video: inside }), watchedMedium({}, { video: outside })],
    [watchedMedium({}, { video: "film", key: randomUUID(), collection: name })],
  );
  await awaitReach({ type: "collection", id }, { viewers: 10, reached: 5 });
});

test("a config covers viewers with its keys, and the videos assigned to it", async () => {
  const rules = { p2pIOS: false };
  const { uuid: id, key } = await manager.call(routes.addConfig, {
    body: { name: `Shop ${randomUUID()}`, rules },
  });
  const given = await addVideo(api, manager);
  await manager.call(routes.updateVideoRules, { params: { id: given }, body: { revision: 0, config: id } });
  setWatched(
    [
      watchedMedium({ config: rules }, { video: "film", key, told: 3 }),
      watchedMedium({}, { video: "other" }),
    ],
    [watchedMedium({ config: rules }, { video: given })],
  );
  await awaitReach({ type: "config", id }, { viewers: 10, reached: 8 });
});

test("the client's rules apply to all its viewers", async () => {
  const owner = await api.addUser(["manager"]);
  const subject = { type: "client", id: owner.clientUuid } as const;
  setWatched([watchedMedium({}, { video: "film" })], []);
  await awaitReach(subject, { viewers: 5, reached: 5 }, owner);
  await owner.call(routes.updateClientRules, {
    params: { id: owner.clientUuid },
    body: { revision: 0, rules: { uploadPercent: 10 } },
  });
  await awaitReach(subject, { viewers: 5, reached: 0 }, owner);
});

test("many requests for the reach call the edges only once a second", async () => {
  setWatched([], []);
  const { uuid: id } = await manager.call(routes.addCollection, {
    body: { name: `Busy ${randomUUID()}`, rules: {} },
  });
  await awaitReach({ type: "collection", id }, { viewers: 0, reached: 0 });
  const before = edges[0]?.asked ?? 0;
  const asking = Array.from({ length: 50 }, () =>
    manager.call(routes.getRuleReach, { params: { type: "collection", id } }),
  );
  await Promise.all(asking);
  expect((edges[0]?.asked ?? 0) - before).toBeLessThan(10);
});

test("subjects of another client cannot be found", async () => {
  const other = await api.addUser(["manager"]);
  const id = await addVideo(api, other);
  const codeFor = (type: RuleReachSubject["type"], uuid = id) =>
    codeOf(manager.call(routes.getRuleReach, { params: { type, id: uuid } }));
  expect(await codeFor("video")).toBe("video_not_found");
  expect(await codeFor("pluginVideo")).toBe("video_not_found");
  expect(await codeFor("collection")).toBe("collection_not_found");
  expect(await codeFor("config")).toBe("config_not_found");
  expect(await codeFor("client", other.clientUuid)).toBe("client_not_found");
});
