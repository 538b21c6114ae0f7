import { EDGE_REPORT_PATH, EDGE_ROOMS_PATH, type EdgeReport, type EdgeRoom, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { FakeEdge } from "../../../testing/fake-edge.ts";
import { addVideo } from "../../../testing/video-harness.ts";

const edges = [new FakeEdge(), new FakeEdge()] as const;
const [first, second] = edges;
let api: TestApi;
let admin: TestUser;
let owner: TestUser;
beforeAll(async () => {
  await Promise.all(edges.map((edge) => edge.start()));
  api = await startTestApi({ EDGE_CLUSTER: edges.map(({ url }) => `eu=${url}`).join(",") });
  for (const edge of edges) edge.secret = api.env.INTERNAL_SECRET ?? "";
  admin = await api.addUser(["admin"]);
  owner = await api.addUser(["manager"]);
});
afterAll(async () => {
  await api.close();
  await Promise.all(edges.map((edge) => edge.close()));
});

const edgeReport = (changes: Partial<EdgeReport> = {}): EdgeReport => ({
  version: "0.1.0",
  startedAtMs: 1,
  isClosing: false,
  viewers: 7,
  rooms: 2,
  placesTaken: 0,
  waiting: 0,

  countedSec: 300,
  admitted: 9,
  refused: { playback_country_denied: 2 },
  limited: {},
  failed: 0,

  serverBytes: 100,
  peerBytes: 300,
  spoolBytes: 0,
  isDelivering: true,
  isApiAway: false,

  isFollowing: true,
  edgesAway: [],
  ...changes,
});
const edgeRoom = (video: string, viewers: number, changes: Partial<EdgeRoom> = {}): EdgeRoom => ({
  client: owner.clientUuid,
  video,
  viewers,
  serverBytes: 10,
  peerBytes: 30,
  ...changes,
});
const listRooms = (query: { search?: string; page?: number; pagesize?: number } = {}) =>
  admin.call(routes.listWatchedRooms, { query });

test("only administrators can list the edges and watched rooms", async () => {
  const manager = await api.addUser(["manager"]);
  expect(await codeOf(api.anonymous(routes.listEdges, {}))).toBe("not_signed_in");
  expect(await codeOf(manager.call(routes.listEdges, {}))).toBe("forbidden");
  expect(await codeOf(manager.call(routes.listWatchedRooms, { query: {} }))).toBe("forbidden");
});

test("each edge is listed with the number of edges that miss it, even if it does not answer", async () => {
  first.setAnswer(EDGE_REPORT_PATH, edgeReport({ edgesAway: [second.url] }));
  second.setAnswer(EDGE_REPORT_PATH, undefined);
  const whole = [
    { url: first.url, report: edgeReport({ edgesAway: [second.url] }), missedBy: 0 },
    { url: second.url, report: null, missedBy: 1 },
  ];
  // Even a responding edge misses the timeout if the whole machine stalls that long.
  await eventually(async () => expect((await admin.call(routes.listEdges, {}))._embedded).toEqual(whole));
  second.setAnswer(EDGE_REPORT_PATH, edgeReport({ viewers: 3 }));
  await eventually(async () => {
    const { _embedded: later } = await admin.call(routes.listEdges, {});
    expect(later.map((edge) => edge.report?.viewers)).toEqual([7, 3]);
  });
});

test("watched media are listed by number of viewers, and can be searched by name and paged", async () => {
  const uuid = await addVideo(api, owner);
  const rename = { params: { id: uuid }, body: { title: "Tides of the lagoon" } };
  await owner.call(routes.updateVideo, rename);
  first.setAnswer(EDGE_ROOMS_PATH, { rooms: [edgeRoom(uuid, 4), edgeRoom("season 1/film", 9)] });
  second.setAnswer(EDGE_ROOMS_PATH, { rooms: [edgeRoom(uuid, 20)] });
  const { _embedded } = await eventually(async () => {
    const { _embedded: rooms, ...counts } = await listRooms();
    expect(counts).toEqual({ _size: 2, edges: 2, silentEdges: 0 });
    return { _embedded: rooms };
  });
  const edgesOfVideo = [
    { url: second.url, viewers: 20 },
    { url: first.url, viewers: 4 },
  ];
  expect(_embedded).toMatchObject([
    { videoUuid: uuid, name: "Tides of the lagoon", viewers: 24, edges: edgesOfVideo },
    { videoUuid: null, name: "season 1/film", viewers: 9, serverBytes: 10, peerBytes: 30 },
  ]);
  const clientname = _embedded[0]?.client?.clientname ?? "";
  expect(_embedded[0]?.client?.uuid).toBe(owner.clientUuid);
  for (const [search, size] of [
    ["LAGOON tides", 1],
    [clientname, 2],
    ["nothing", 0],
  ] as const)
    await eventually(async () =>
      expect(await listRooms({ search })).toMatchObject({ _size: size, silentEdges: 0 }),
    );
  await eventually(async () => {
    const page = await listRooms({ page: 2, pagesize: 1 });
    expect(page._embedded.map(({ name }) => name)).toEqual(["season 1/film"]);
  });
});
