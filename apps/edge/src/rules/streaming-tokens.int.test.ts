import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession, PluginSession } from "@shoal/contract/player";
import { joinRequest } from "@shoal/p2p/protocol";
import { eventually, makeTokenSigner, signToken, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";

const EMBEDDING_PAGE = "https://shop.example.org";
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

/**
 * Publishes a video that requires a token.
 * @returns the video with its client's backend.
 */
async function publishWithTokens(changes: Partial<PlaybackDescriptor> = {}) {
  const backend = makeTokenSigner();
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId, { streamingKeys: [backend.key] }));
  const video = await harness.publish({ clientId, rules: { custom: { streaming: "token" } }, ...changes });
  return { video, backend, clientId };
}

type PlayResponse<T> = { status: number } & Partial<T & ErrorBody>;
async function postJson<T>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<PlayResponse<T>> {
  const response = await fetch(harness.edge.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "x-forwarded-for": "203.0.113.9", "user-agent": VIEWER_AGENT, ...headers },
  });
  return { status: response.status, ...((await response.json()) as Partial<T & ErrorBody>) };
}
const startSession = (uuid: string, authorization?: string, more: object = {}) =>
  postJson<PlaySession>(`/play/${uuid}`, { ...(authorization ? { authorization } : {}), ...more });
const tokenFaultOf = ({ status, code, fields }: PlayResponse<unknown>) => [status, code, fields?.[0]?.reason];
const INVALID_CODE = "playback_authorization_invalid";

describe("a video that requires a token", () => {
  it("plays only with a token that its client's backend signed for it", async () => {
    const { video, backend } = await publishWithTokens();
    const other = await publishWithTokens();
    expect(tokenFaultOf(await startSession(video.uuid))).toEqual([
      401,
      "playback_authorization_required",
      undefined,
    ]);
    const token = signToken(backend, { video: video.uuid, origin: EMBEDDING_PAGE, ip: "203.0.113.0/24" });
    const referrer = `${EMBEDDING_PAGE}/page`;
    expect((await startSession(video.uuid, token, { referrer })).status).toBe(200);
    expect(
      tokenFaultOf(await startSession(video.uuid, token, { referrer: "https://evil.example/" })),
    ).toEqual([403, INVALID_CODE, "wrong origin"]);
    const elsewhere = await postJson(
      `/play/${video.uuid}`,
      { authorization: token, referrer },
      { "x-forwarded-for": "8.8.8.8" },
    );
    expect(tokenFaultOf(elsewhere)).toEqual([403, INVALID_CODE, "wrong address"]);
    expect(tokenFaultOf(await startSession(other.video.uuid, token))).toEqual([
      403,
      INVALID_CODE,
      "unknown key",
    ]);
    const wrong = signToken(backend, { video: other.video.uuid });
    expect(tokenFaultOf(await startSession(video.uuid, wrong))).toEqual([403, INVALID_CODE, "wrong video"]);
    expect((await startSession(video.uuid, "a".repeat(4_001))).status).toBe(400);
  });

  it("plays with a token for its collection", async () => {
    const collection = { name: "season 1", rules: {}, reportedAtMs: null };
    const { video, backend } = await publishWithTokens({
      rules: { custom: { streaming: "token" }, collection },
    });
    expect((await startSession(video.uuid, signToken(backend, { collection: "season 1" }))).status).toBe(200);
    const other = signToken(backend, { collection: "season 2" });
    expect(tokenFaultOf(await startSession(video.uuid, other))).toEqual([403, INVALID_CODE, "wrong video"]);
  });

  it("redirects players that cannot make a play call if the address contains a token", async () => {
    const { video, backend } = await publishWithTokens();
    const token = signToken(backend, { video: video.uuid });
    const get = async (query: string) =>
      (await fetch(`${harness.edge.url}/hls/${video.uuid}.m3u8${query}`, { redirect: "manual" })).status;
    expect([await get(""), await get(`?authorization=${token}`)]).toEqual([401, 302]);
  });
});

describe("a viewer with a token", () => {
  it("continues when a second key is added, and needs another token once the first is deleted", async () => {
    const { video, backend, clientId } = await publishWithTokens();
    const next = makeTokenSigner();
    const token = signToken(backend, { video: video.uuid });
    const session = await startSession(video.uuid, token);
    const url = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
    const media = async () => (await fetch(url)).status;
    const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
    peer.send(joinRequest(session.p2p?.ticket ?? ""));
    await peer.next("joined");
    const setKeys = (revision: number, streamingKeys: (typeof backend.key)[]) =>
      harness.api.setClient(createClientDescriptor(clientId, { revision, streamingKeys }));

    setKeys(2, [backend.key, next.key]);
    const later = signToken(next, { video: video.uuid });
    await eventually(async () => expect((await startSession(video.uuid, later)).status).toBe(200));
    expect(await media()).toBe(200);

    setKeys(3, [next.key]);
    await peer.next("session");
    expect(await media()).toBe(403);
    const running = { sessionId: session.sessionId, beaconToken: session.beacon?.token };
    expect(tokenFaultOf(await startSession(video.uuid, token, running))).toEqual([
      403,
      INVALID_CODE,
      "unknown key",
    ]);
    expect((await startSession(video.uuid, later, running)).sessionId).toBe(session.sessionId);
    peer.close();
  });

  it("must have a token as soon as the rules require one", async () => {
    const { video } = await publishWithTokens({ rules: {} });
    const session = await startSession(video.uuid);
    const url = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
    expect((await fetch(url)).status).toBe(200);
    harness.api.set({ ...video, revision: 2, rules: { custom: { streaming: "token" } } });
    await eventually(async () => expect((await fetch(url)).status).toBe(403));
  });
});

describe("the plugin", () => {
  const start = (key: string, body: object, origin = EMBEDDING_PAGE) =>
    postJson<PluginSession>(
      "/plugin/sessions",
      { key, platform: "web", version: "1.0.0", ...body },
      { origin },
    );

  async function addConfig() {
    const backend = makeTokenSigner();
    const ids = { key: randomUUID(), uuid: randomUUID(), clientId: randomUUID() };
    harness.api.setClient(createClientDescriptor(ids.clientId, { streamingKeys: [backend.key] }));
    harness.api.setConfig({
      ...ids,
      revision: 1,
      rules: { streaming: "token" },
      sites: [],
      isRevoked: false,
    });
    return { ...ids, backend };
  }

  it("needs a token for the page's name of the video and the browser's origin", async () => {
    const { key, backend } = await addConfig();
    expect((await start(key, { video: "film" })).code).toBe("playback_authorization_required");
    const authorization = signToken(backend, { video: "film", origin: EMBEDDING_PAGE });
    expect((await start(key, { video: "film", authorization })).status).toBe(200);
    expect(tokenFaultOf(await start(key, { video: "another", authorization }))).toEqual([
      403,
      INVALID_CODE,
      "wrong video",
    ]);
    const referrer = `${EMBEDDING_PAGE}/page`;
    const forged = await start(key, { video: "film", authorization, referrer }, "https://evil.example");
    expect(tokenFaultOf(forged)).toEqual([403, INVALID_CODE, "wrong origin"]);
  });

  it("needs a token of its own client, and gets a ticket for that client's swarm", async () => {
    const [own, other] = [await addConfig(), await addConfig()];
    const authorization = signToken(other.backend, { video: "film" });
    expect(tokenFaultOf(await start(own.key, { video: "film", authorization }))).toEqual([
      403,
      INVALID_CODE,
      "unknown key",
    ]);
    const of = async ({ key, backend }: typeof own) => {
      const session = await start(key, {
        video: "film",
        authorization: signToken(backend, { video: "film" }),
      });
      const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
      peer.send(joinRequest(session.p2p?.ticket ?? ""));
      await peer.next("joined");
      return peer;
    };
    const peers = [await of(own), await of(other)];
    for (const peer of peers) await peer.answered();
    expect(peers.flatMap((peer) => peer.received("peers"))).toEqual([]);
    for (const peer of peers) peer.close();
  });
});
