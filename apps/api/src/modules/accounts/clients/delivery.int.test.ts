import { createClient } from "@clickhouse/client";
import { FREE_TIER_BYTES, fillPath, routes } from "@shoal/contract";
import { ClientDescriptor, INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sealIceServers } from "../../../platform/migrations/049-sealed-ice-servers.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { METERED_CURSOR } from "../../insight/figures/index.ts";

const PLATFORM_SERVERS = [{ urls: ["stun:stun.example.com:3478"] }] as const;
let api: TestApi;
let manager: TestUser;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi({ ICE_SERVERS: JSON.stringify(PLATFORM_SERVERS) });
  manager = await api.addUser(["manager"]);
  editor = await api.addUser(["editor"], { clientOf: manager });
});
afterAll(() => api.close());

const clientParams = () => ({ params: { id: manager.clientUuid } });

test("all users of the client can read the access lists, and managers can save valid entries", async () => {
  expect(await codeOf(api.anonymous(routes.getAuthorizations, clientParams()))).toBe("not_signed_in");
  const change = { ...clientParams(), body: { authorizedIPs: ["192.0.2.1"] } };
  expect(await codeOf(editor.call(routes.setAuthorizedIps, change))).toBe("forbidden");
  const ips = {
    ...clientParams(),
    body: { unauthorizedIPs: ["192.0.2.0/24", "nonsense", "::1/129", "192.0.2.0/33"] },
  };
  const error = await errorOf(manager.call(routes.setUnauthorizedIps, ips));
  expect(error.fields).toEqual(
    [1, 2, 3].map((index) => ({
      path: `unauthorizedIPs.${index}`,
      reason: "Please enter a valid IPv4 address in IP or CIDR format",
    })),
  );
  const countries = { ...clientParams(), body: { authorizedCountries: ["fr", "XX"] } };
  const unknown = await errorOf(manager.call(routes.setAuthorizedCountries, countries));
  expect(unknown.fields?.map(({ path }) => path)).toEqual(["authorizedCountries.1"]);
  expect(await editor.call(routes.getAuthorizations, clientParams())).toEqual({
    authorizedVideos: [],
    authorizedIPs: [],
    unauthorizedIPs: [],
    authorizedVPNs: true,
    authorizedVPNsList: [],
    authorizedCountries: [],
    unauthorizedCountries: [],
    revision: 0,
  });
});

test("each list is replaced separately, without duplicates and with countries in capitals", async () => {
  const call = manager.call;
  await call(routes.setAuthorizedIps, {
    ...clientParams(),
    body: { authorizedIPs: [" 192.0.2.1 ", "192.0.2.1", "10.0.0.0/8"] },
  });
  await call(routes.setUnauthorizedIps, { ...clientParams(), body: { unauthorizedIPs: ["198.51.100.7"] } });
  await call(routes.setAuthorizedVpns, { ...clientParams(), body: { authorizedVPNs: false } });
  await call(routes.setAuthorizedVpnsList, {
    ...clientParams(),
    body: { authorizedVPNsList: ["203.0.113.0/24"] },
  });
  await call(routes.setAuthorizedCountries, {
    ...clientParams(),
    body: { authorizedCountries: ["fr", "FR", "de"] },
  });
  const all = await call(routes.setUnauthorizedCountries, {
    ...clientParams(),
    body: { unauthorizedCountries: ["us", "xk"] },
  });
  expect(all).toEqual({
    authorizedVideos: [],
    authorizedIPs: ["192.0.2.1", "10.0.0.0/8"],
    unauthorizedIPs: ["198.51.100.7"],
    authorizedVPNs: false,
    authorizedVPNsList: ["203.0.113.0/24"],
    authorizedCountries: ["FR", "DE"],
    unauthorizedCountries: ["US", "XK"],
    revision: 6,
  });
  expect(await editor.call(routes.getAuthorizations, clientParams())).toEqual(all);
});

test("lists of 50,000 addresses can be saved for a client and for a video's rules", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const networks = Array.from({ length: 50_000 }, (_, number) =>
    number % 2 === 0
      ? `10.${(number >> 8) & 255}.${number & 255}.0/${24 + (number % 9)}`
      : `2001:db8:${number.toString(16)}:ffff:ffff:ffff:ffff:ffff/${48 + (number % 80)}`,
  );
  const saved = await own.call(routes.setUnauthorizedIps, { params, body: { unauthorizedIPs: networks } });
  expect(saved.unauthorizedIPs).toHaveLength(50_000);
  const more = { unauthorizedIPs: [...networks, "192.0.2.1"] };
  expect((await errorOf(own.call(routes.setUnauthorizedIps, { params, body: more }))).fields).toMatchObject([
    { path: "unauthorizedIPs" },
  ]);
  const video = await own.call(routes.createVideo, { body: { title: "Ours", size: 1 } });
  const rules = { authorizedIPs: networks, unauthorizedIPs: networks, authorizedVPNsList: networks };
  const call = { params: { id: video.uuid }, body: { revision: 0, rules } };
  expect((await own.call(routes.updateVideoRules, call)).custom.authorizedIPs).toHaveLength(50_000);
});

test("the second of two concurrent changes of a list is refused", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const ban = (unauthorizedIPs: string[], revision: number) =>
    own.call(routes.setUnauthorizedIps, { params, body: { unauthorizedIPs, revision } });
  const answers = [ban(["192.0.2.1"], 0), ban(["192.0.2.2"], 0)].map((answer) =>
    answer.then(
      ({ revision }) => revision,
      () => "refused",
    ),
  );
  expect((await Promise.all(answers)).map(String).toSorted()).toEqual(["1", "refused"]);
  expect(await codeOf(ban([], 0))).toBe("edit_conflict");
  expect((await ban([], 1)).revision).toBe(2);
});

test("only the client's own videos can be authorized, and deleted ones may stay in the list", async () => {
  const stranger = await api.addUser(["manager"]);
  const foreign = await stranger.call(routes.createVideo, { body: { title: "Theirs", size: 1 } });
  const own = await manager.call(routes.createVideo, { body: { title: "Ours", size: 1 } });
  const other = await manager.call(routes.createVideo, { body: { title: "Ours too", size: 1 } });
  const set = (authorizedVideos: string[]) =>
    manager.call(routes.setAuthorizedVideos, { ...clientParams(), body: { authorizedVideos } });
  const unknown = crypto.randomUUID();
  const error = await errorOf(set([own.uuid, foreign.uuid, unknown]));
  expect(error.fields).toEqual([
    { path: "authorizedVideos.1", reason: "is not a video of this client" },
    { path: "authorizedVideos.2", reason: "is not a video of this client" },
  ]);
  expect((await set([own.uuid, own.uuid])).authorizedVideos).toEqual([own.uuid]);
  await manager.call(routes.deleteVideo, { params: { id: own.uuid } });
  expect((await set([own.uuid, other.uuid])).authorizedVideos).toEqual([own.uuid, other.uuid]);
});

test("the platform's ICE set applies until the client's own does, and cannot be changed", async () => {
  const [{ urls }] = PLATFORM_SERVERS;
  const platform = {
    uuid: "default",
    name: "Default",
    isInForce: true,
    revision: 1,
    iceServers: [{ urls, hasSecret: false, hasCredential: false }],
  };
  expect(await editor.call(routes.listIces, clientParams())).toEqual([platform]);
  const turn = { urls: "turn:turn.example.com:3478", secret: "shared" };
  expect(
    await codeOf(
      editor.call(routes.addIce, { ...clientParams(), body: { name: "Own", iceServers: [turn] } }),
    ),
  ).toBe("forbidden");
  const own = await manager.call(routes.addIce, {
    ...clientParams(),
    body: { name: "Own", iceServers: [turn] },
  });
  const shown = [{ urls: [turn.urls], hasSecret: true, hasCredential: false }];
  expect(own).toEqual({ uuid: own.uuid, name: "Own", iceServers: shown, isInForce: false, revision: 1 });
  const change = (body: object) =>
    manager.call(routes.changeIce, { ...clientParams(), body: { uuid: own.uuid, ...body } });
  expect(await change({ isInForce: true })).toMatchObject({ isInForce: true });
  expect(await editor.call(routes.getClientIce, clientParams())).toMatchObject({
    uuid: own.uuid,
    iceServers: shown,
  });
  expect((await change({ name: "Renamed", iceServers: [] })).iceServers).toEqual([]);
  expect(await change({ isInForce: false })).toMatchObject({ name: "Renamed", isInForce: false });
  expect(await editor.call(routes.getClientIce, clientParams())).toEqual(platform);
  await change({ isInForce: true });
  expect(await change({ uuid: "default", isInForce: true })).toEqual(platform);
  const error = await errorOf(change({ uuid: "default", name: "Mine", isInForce: false }));
  expect(error.fields?.map(({ path }) => path)).toEqual(["name", "isInForce"]);
});

test("the secret of a TURN server is kept until it is replaced, and returned only to edges", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const at = (port: number, secret?: string) => ({
    urls: [`turn:turn.example.com:${port}`, "turn:turn.example.com"],
    ...(secret ? { secret } : {}),
  });
  const body = { name: "Relay", iceServers: [{ urls: ["stun:a"] }, at(3478, "first")] };
  const { uuid } = await own.call(routes.addIce, { params, body });
  const change = (iceServers: object[], revision?: number) =>
    own.call(routes.changeIce, {
      params,
      body: { uuid, iceServers, ...(revision ? { revision } : {}) } as never,
    });
  expect(JSON.stringify(await change([at(5349)]))).not.toContain("first");
  expect(await readEdgeDescriptor(own, uuid)).toEqual([at(5349, "first")]);
  expect(await codeOf(change([at(5349, "second")], 1))).toBe("edit_conflict");
  await change([at(5349, "second")], 2);
  expect(await readEdgeDescriptor(own, uuid)).toEqual([at(5349, "second")]);
});

const internal = async (path: string) => {
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  return (await fetch(`${api.internalUrl}${path}`, { headers })).json();
};
async function readEdgeDescriptor({ clientUuid }: TestUser, setUuid: string) {
  const path = fillPath(internalRoutes.getClientDescriptor.path, { uuid: clientUuid });
  return ClientDescriptor.parse(await internal(path)).iceSets[setUuid];
}
async function storedOf(setUuid: string): Promise<string> {
  const sets = api.database.db.selectFrom("client_ice_sets").select("ice_servers");
  return JSON.stringify((await sets.where("uuid", "=", setUuid).executeTakeFirstOrThrow()).ice_servers);
}

test("the credentials of a TURN server are stored encrypted and returned only to edges", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const [address, udp] = ["turn:relay.example.com", "turn:relay.example.com:3478?transport=udp"];
  const bought = { urls: [address, udp], username: "shop", credential: "fixed word" };
  const body = { name: "Bought", iceServers: [{ urls: "stun:stun.example.com" }, bought] };
  const set = await own.call(routes.addIce, { params, body });
  expect(set.iceServers).toEqual([
    { urls: ["stun:stun.example.com"], hasSecret: false, hasCredential: false },
    { urls: bought.urls, hasSecret: false, username: "shop", hasCredential: true },
  ]);
  const answers = [set, await own.call(routes.listIces, { params }), await storedOf(set.uuid)];
  expect(JSON.stringify(answers)).not.toContain(bought.credential);
  const change = (server: object) =>
    own.call(routes.changeIce, { params, body: { uuid: set.uuid, iceServers: [server] } as never });
  await change({ urls: udp, username: "shop" });
  expect(await readEdgeDescriptor(own, set.uuid)).toEqual([{ ...bought, urls: [udp] }]);
  await change({ urls: udp, credential: "next" });
  expect(await readEdgeDescriptor(own, set.uuid)).toEqual([
    { urls: [udp], username: "shop", credential: "next" },
  ]);
  // A TURN password is bound to its username and its server, so it must be sent again when either changes.
  const renamed = await errorOf(change({ urls: udp, username: "other" }));
  expect(renamed.fields?.map(({ path }) => path)).toEqual(["iceServers.0.credential"]);
  const moved = await errorOf(change({ urls: "turn:other.example.com", username: "shop" }));
  expect(moved.fields?.map(({ path }) => path)).toEqual(["iceServers.0.credential"]);
  await change({ urls: udp, secret: "shared" });
  expect(await readEdgeDescriptor(own, set.uuid)).toEqual([{ urls: [udp], secret: "shared" }]);
});

test("servers sealed by another installation or for another set are left out, and the others are kept", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const turn = { urls: ["turn:a"], username: "shop", credential: "word" };
  const body = (name: string) => ({ name, iceServers: [{ urls: ["stun:a"] }, turn] });
  const one = await own.call(routes.addIce, { params, body: body("One") });
  const two = await own.call(routes.addIce, { params, body: body("Two") });
  const ice_servers = await storedOf(one.uuid);
  await api.database.db
    .updateTable("client_ice_sets")
    .set({ ice_servers })
    .where("uuid", "=", two.uuid)
    .execute();
  expect(await readEdgeDescriptor(own, one.uuid)).toEqual([{ urls: ["stun:a"] }, turn]);
  expect(await readEdgeDescriptor(own, two.uuid)).toEqual([{ urls: ["stun:a"] }]);
});

test("the upgrade encrypts credentials that older versions stored in plain text", async () => {
  const own = await api.addUser(["manager"]);
  const plain = [
    { urls: ["stun:a"] },
    { urls: ["turn:a"], secret: "old shared" },
    { urls: ["turn:b"], username: "shop", credential: "old word" },
  ];
  const { uuid } = await api.database.db
    .insertInto("client_ice_sets")
    .values({ client_uuid: own.clientUuid, name: "Old", ice_servers: JSON.stringify(plain) })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await sealIceServers(api.env.INTERNAL_SECRET).up(api.database.db as never);
  const stored = await storedOf(uuid);
  for (const word of ["old shared", "old word"]) expect(stored).not.toContain(word);
  expect(await readEdgeDescriptor(own, uuid)).toEqual(plain);
});

test("a set needs a unique name, known schemes and TURN secrets, and one of another client cannot be found", async () => {
  const stranger = await api.addUser(["manager"]);
  const params = { id: stranger.clientUuid };
  const add = (name: string, ...iceServers: { urls: string[] }[]) =>
    stranger.call(routes.addIce, { params, body: { name, iceServers } });
  await add("Twice");
  expect((await errorOf(add("Twice"))).fields?.[0]).toEqual({ path: "name", reason: "is already in use" });
  const incomplete = await errorOf(add("Turn", { urls: ["stun:a"] }, { urls: ["stun:a", "turns:b"] }));
  expect(incomplete.fields).toEqual([
    { path: "iceServers.1.secret", reason: "is required for TURN, or a username and a credential" },
  ]);
  const wrong = await errorOf(
    add(
      "Wrong",
      { urls: ["stun:a"], username: "shop", credential: "word" } as never,
      { urls: ["turn:a"], username: "shop" } as never,
      { urls: ["turn:a"], credential: "word" } as never,
      { urls: ["turn:a"], secret: "shared", username: "shop", credential: "word" } as never,
    ),
  );
  expect(wrong.fields?.map(({ path }) => path)).toEqual([
    "iceServers.0.username",
    "iceServers.0.credential",
    "iceServers.1.credential",

    "iceServers.2.username",
    "iceServers.3.secret",
  ]);
  for (const url of ["turn:user@relay.example.com", "turn:a?transport=sctp", "stun:a?transport=udp", "stun:"])
    expect((await errorOf(add("Form", { urls: [url] }))).fields?.[0]?.path).toBe("iceServers.0.urls.0");
  const many = Array.from({ length: 11 }, () => ({ urls: ["stun:a"] }));
  expect((await errorOf(add("Many", ...many))).fields?.[0]?.path).toBe("iceServers");
  expect((await errorOf(add("Web", { urls: ["http://a"] }))).fields?.[0]?.path).toBe("iceServers.0.urls.0");
  const [, own] = await manager.call(routes.listIces, clientParams());
  for (const uuid of [own?.uuid ?? "", crypto.randomUUID()])
    expect(await codeOf(stranger.call(routes.changeIce, { params, body: { uuid, isInForce: true } }))).toBe(
      "not_found",
    );
  const nonsense = stranger.call(routes.changeIce, { params, body: { uuid: "nonsense" } });
  expect((await errorOf(nonsense)).fields?.map(({ path }) => path)).toEqual(["uuid"]);
});

test("only editors can list stream keys", async () => {
  const reader = await api.addUser(["readAnalytics"], { clientOf: manager });
  expect(await codeOf(reader.call(routes.listStreamKeys, clientParams()))).toBe("forbidden");
  expect(await editor.call(routes.listStreamKeys, clientParams())).toMatchObject([
    { uuid: null, title: null },
  ]);
});

test("storage counts received and packaged bytes, and bytes delivered in the current month", async () => {
  const user = await api.addUser(["manager"]);
  const { uuid } = await user.call(routes.createVideo, { body: { title: "Whole", size: 1_234 } });
  const part = await user.call(routes.createVideo, { body: { title: "Part", size: 9_999_999 } });
  const { db } = api.database;
  await db.updateTable("videos").set({ contiguous_chunks: 1 }).where("uuid", "=", uuid).execute();
  const sha256 = Buffer.alloc(32);
  await db
    .insertInto("upload_chunks")
    .values({ video_uuid: part.uuid, number: 0, size_bytes: 5_000_000, sha256 })
    .execute();
  await db
    .insertInto("encodings")
    .values({ video_uuid: uuid, generation: 1, plan: "{}", tracks: "[]" })
    .execute();
  const range = (length: number) => ({ object: `o${length}`, offset: 0, length, sha256: "" });
  const opened = { trackId: "v0", codecs: "", init: range(10), segments: [range(100)] };
  const openedSound = { trackId: "a0", codecs: "", init: range(5), segments: [range(3)] };
  const outputs = [
    { ...opened, segments: [range(100), range(200)] },
    { trackId: "a0", codecs: "", init: range(5), segments: [range(7)], targetDurationSec: 4 },
  ];
  const made = { video_uuid: uuid, generation: 1, piece_index: 0 };
  await db
    .insertInto("encoding_outputs")
    .values([
      { ...made, job: "open", outputs: JSON.stringify([opened, openedSound]) },
      { ...made, job: "copy-piece", outputs: JSON.stringify(outputs) },
      { ...made, job: "encode-piece", outputs: "[]" },
    ])
    .execute();
  // The clock is fixed, so that no month or hour ends between delivering and counting.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await recordDelivery(user, uuid);
  expect(await user.call(routes.getStorage, {})).toEqual({
    storedBytes: 1_234 + 5_000_000 + 310,
    deliveredBytes: 1_530,
    deliveredLimitBytes: null,
    videoCount: 2,
  });
  await db.updateTable("clients").set({ free_tier: true }).where("uuid", "=", user.clientUuid).execute();
  expect((await user.call(routes.getStorage, {})).deliveredLimitBytes).toBe(FREE_TIER_BYTES);
});

/**
 * Records 1,500 bytes in the first hour of this month and 30 bytes now, each written twice. Also records bytes in the previous
 * month, and bytes reported by players.
 */
async function recordDelivery(user: TestUser, uuid: string): Promise<void> {
  const now = new Date();
  const monthSec = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1_000;
  await setMeasuredSince(monthSec);
  const laterSec = Math.max(Math.floor(now.getTime() / 3_600_000) * 3_600, monthSec + 3_600);
  const of = { client_uuid: user.clientUuid, video_uuid: uuid };
  const hour = (hourSec: number) => ({
    ...of,
    hour: hourSec,
    meter: "a",
    version: 1,
    bytes_edge: 900,
    bytes_elsewhere: 100,
    bytes_peer: 500,
    bytes_up: 500,
    bytes_most: 500,
  });
  const peers = { bytes_peer: 20, bytes_up: 20, bytes_most: 20 };
  const later = { ...of, hour: laterSec, meter: "b", bytes_edge: 10, bytes_elsewhere: 0, ...peers };
  const shown = { ...of, session_uuid: uuid, minute: laterSec, bytes_server: 1e12, version: 1 };
  const analytics = createClient({ url: api.clickhouseUrl });
  const insert = (table: string, values: object[]) =>
    analytics.insert({ table, values, format: "JSONEachRow" });
  await insert("metered_hours", [hour(monthSec), hour(monthSec - 3_600)]);
  await insert("metered_hours", [{ ...later, version: 1 }]);
  await insert("metered_hours", [{ ...later, version: 2 }]);
  await insert("session_minutes", [shown]);
  await analytics.close();
}

/** Sets the hour from which the installation has measurements. */
const setMeasuredSince = (hourSec: number) =>
  sql`UPDATE cursors SET value = to_jsonb(${hourSec}::bigint) WHERE name = ${METERED_CURSOR}`.execute(
    api.database.db,
  );

test("storage is unavailable, not zero, while the analytics engine is away", async () => {
  const away = await startTestApi({ CLICKHOUSE_URL: "http://127.0.0.1:1" });
  try {
    const user = await away.addUser(["manager"]);
    expect(await codeOf(user.call(routes.getStorage, {}))).toBe("unavailable");
  } finally {
    await away.close();
  }
});
