import { EDGE_REPORT_PATH, EDGE_ROOMS_PATH, EdgeReport, EdgeRooms } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { beaconMinute, eventually, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinTracker } from "../testing/cluster-harness.ts";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

const requestReport = (path: string, secret = harness.config.internalSecret) =>
  fetch(`${harness.edge.url}${path}`, { headers: { [INTERNAL_SECRET_HEADER]: secret } });
const fetchReport = async () => EdgeReport.parse(await (await requestReport(EDGE_REPORT_PATH)).json());
const roomsOf = async () => EdgeRooms.parse(await (await requestReport(EDGE_ROOMS_PATH)).json()).rooms;

const currentMinute = () =>
  beaconMinute(Math.floor(Date.now() / 60_000), {
    secServer: 1,
    secPeer: 3,
    bytesServer: 1_000,
    bytesPeer: 3_000,
    secBestQuality: 4,
    views: 1,
    attempts: 1,
    startupMs: 300,
    peers: 2,
  });

it("the report is refused without the secret", async () => {
  for (const path of [EDGE_REPORT_PATH, EDGE_ROOMS_PATH])
    expect((await requestReport(path, "wrong")).status).toBe(404);
});

it("reports viewers by video, admissions, refusals, and what came from peers", async () => {
  const video = await harness.publish();
  const session = await harness.play(video.uuid);
  const url = `${harness.edge.url.replace("http", "ws")}/tracker`;
  const peer = await joinTracker(session, url);
  await peer.next("joined");
  const refused = await harness.publish({ rules: { custom: { streaming: "refused" } } });
  await fetch(`${harness.edge.url}/play/${refused.uuid}`, { method: "POST", body: "{}" });
  const body = JSON.stringify({
    token: session.beacon.token,
    device: "phone",
    network: "mobile",
    minutes: [currentMinute()],
  });
  const headers = { "user-agent": VIEWER_AGENT };
  for (let time = 0; time < 2; time++) {
    // A repeated beacon counts only once.
    expect((await fetch(`${harness.edge.url}/beacons`, { method: "POST", body, headers })).status).toBe(202);
  }
  const counted = { viewers: 1, rooms: 1, admitted: 1, refused: { playback_streaming_off: 1 }, limited: {} };
  // On a busy machine, the edge may reconnect to the stream only when the stream's next message is due.
  await eventually(async () =>
    expect(await fetchReport()).toMatchObject({
      ...counted,
      failed: 0,
      serverBytes: 1_000,
      peerBytes: 3_000,

      isFollowing: true,
      isApiAway: false,
      edgesAway: [],
    }),
  );
  const loaded = { serverBytes: 1_000, peerBytes: 3_000 };
  expect(await roomsOf()).toEqual([{ client: video.clientId, video: video.uuid, viewers: 1, ...loaded }]);
  peer.close();
  await eventually(async () => expect(await roomsOf()).toEqual([]));
});
