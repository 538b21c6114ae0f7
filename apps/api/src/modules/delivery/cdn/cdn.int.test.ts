import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@clickhouse/client";
import { type BodyOf, type CdnEntryView, fillPath, MAX_CDN_ENTRIES, routes } from "@shoal/contract";
import {
  CdnEntryDescriptor,
  CHANGES_PATH,
  DescriptorChange,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
} from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { createSecretBox } from "@shoal/tokens";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf, verifyEmailOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { createCdnService } from "./cdn.service.ts";
import type { HostRecords } from "./cdn-hosts.ts";
import { createRechecks } from "./cdn-rechecks.ts";
import { CDN_SECRETS } from "./cdn-secrets.ts";
import { testOrigin } from "./cdn-test.ts";
import { followTimes } from "./cdn-times.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

/** A public address, which needs no resolver. No test connects to it. */
const ORIGIN_URL = "http://1.1.1.1/media";
type EntryFields = Partial<BodyOf<typeof routes.createCdnEntry>>;
const createEntry = (wanted: EntryFields = {}, user = manager) =>
  user.call(routes.createCdnEntry, { body: { name: "Films", originUrl: ORIGIN_URL, ...wanted } });
const readEntry = (id: string, user = manager) => user.call(routes.getCdnEntry, { params: { id } });
const list = (query: object = {}, user = manager) => user.call(routes.listCdnEntries, { query });
const namesOf = (page: { _embedded: CdnEntryView[] }) => page._embedded.map(({ name }) => name);
const updateEntry = (id: string, revision: number, change: object, user = manager) =>
  user.call(routes.updateCdnEntry, { params: { id }, body: { revision, ...change } });
type PurgeBody = Partial<BodyOf<typeof routes.purgeCdnEntry>> & { scope: "url" | "prefix" | "all" };
const purgeEntry = (id: string, body: PurgeBody, user = manager) =>
  user.call(routes.purgeCdnEntry, { params: { id }, body });
const setClient = (
  change: { free_tier?: boolean; subscription_ends_at?: Date | null; cdn_stopped_month?: string | null },
  user = manager,
) => api.database.db.updateTable("clients").set(change).where("uuid", "=", user.clientUuid).execute();

const internal = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.internalUrl}${path}`, {
    headers: { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "", ...headers },
  });
const pathFor = (key: string) => fillPath(internalRoutes.getCdnEntryDescriptor.path, { key });
const describeEntry = async (key: string) =>
  CdnEntryDescriptor.parse(await (await internal(pathFor(key))).json());

/** Collects the events of the change stream for one uuid, as an edge receives them. */
async function followChanges(uuid: string) {
  const response = await internal(CHANGES_PATH);
  const received: DescriptorChange[] = [];
  const follow = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, data] of text.matchAll(/^data: (.+)$/gm)) {
        const change = DescriptorChange.parse(JSON.parse(data ?? ""));
        // The event of the entry's creation may arrive or not, depending on when the stream starts.
        if (change.uuid === uuid && change.revision !== 1) received.push(change);
      }
  };
  // The request fails once the api stops, which is not an error of the test.
  follow().catch(() => undefined);
  return received;
}

test("an entry has a new address, and edges find it by its key or uuid but not by an unchecked host name", async () => {
  const rules = { unauthorizedCountries: ["FR"], authorizedWebsites: ["example.org"] };
  const entry = await createEntry({
    name: "  Films ",
    rules,
    corsOrigins: ["https://www.example.org"],
    hosts: ["Files.Example.org"],
    defaultTtlSec: 60,
  });
  expect(entry).toMatchObject({
    name: "Films",
    originUrl: `${ORIGIN_URL}/`,
    url: `http://127.0.0.1:8081/cdn/${entry.key}/`,
    state: "active",
    isPaused: false,
    endsAt: null,
    rules,
    hosts: [{ host: "files.example.org", checkedAt: null }],
    cnameTarget: "127.0.0.1",
    secrets: [],
    purgeNumber: 0,
    user: manager.username,
    revision: 1,
  });
  expect(await readEntry(entry.uuid)).toEqual(entry);
  const described = await describeEntry(entry.key);
  expect(described).toEqual({
    uuid: entry.uuid,
    key: entry.key,
    clientId: manager.clientUuid,
    revision: 1,
    state: "active",
    endsAtMs: null,
    originUrl: `${ORIGIN_URL}/`,
    hosts: [],
    rules,
    tokenSecrets: [],
    corsOrigins: ["https://www.example.org"],
    defaultTtlSec: 60,
    ignoresQuery: false,
    purges: [],
    purgedAll: 0,
  });
  expect(await describeEntry(entry.uuid)).toEqual(described);
  for (const unknown of ["zzzzzzzzzzzz", randomUUID(), "files.example.org", "' OR 1=1 --"])
    expect((await internal(pathFor(unknown))).status).toBe(404);
  const etag = (await internal(pathFor(entry.key))).headers.get("etag") ?? "";
  expect((await internal(pathFor(entry.key), { "if-none-match": etag })).status).toBe(304);
});

test("edges learn which entry a host name belongs to, even if two entries have the same revision", async () => {
  const host = "moved.example.org";
  const [one, two] = [await createEntry({ hosts: [host] }), await createEntry({ hosts: [host] })];
  const lead = async (to: CdnEntryView) => {
    const named = api.database.db.updateTable("cdn_hosts").where("host", "=", host);
    await named.set({ checked_at: null }).execute();
    await named.set({ checked_at: new Date() }).where("entry_uuid", "=", to.uuid).execute();
  };
  await lead(one);
  const etag = (await internal(pathFor(host))).headers.get("etag") ?? "";
  expect((await internal(pathFor(host), { "if-none-match": etag })).status).toBe(304);
  await lead(two);
  const moved = await internal(pathFor(host), { "if-none-match": etag });
  expect(CdnEntryDescriptor.parse(await moved.json())).toMatchObject({ uuid: two.uuid, revision: 1 });
});

test("calls without a session, the role or the entry are refused", async () => {
  const entry = await createEntry();
  expect(await codeOf(api.anonymous(routes.listCdnEntries, { query: {} }))).toBe("not_signed_in");
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const reader = await api.addUser(["readAnalytics"], { clientOf: manager });
  expect(await readEntry(entry.uuid, editor)).toEqual(entry);
  expect(await purgeEntry(entry.uuid, { scope: "all" }, editor)).toMatchObject({ number: 1 });
  expect(await codeOf(createEntry({}, editor))).toBe("forbidden");
  const member = await api.addUser([], { clientOf: manager });
  expect(await readEntry(entry.uuid, member)).toMatchObject({ uuid: entry.uuid });
  expect(await codeOf(purgeEntry(entry.uuid, { scope: "all" }, member))).toBe("forbidden");
  expect(await codeOf(list({}, reader))).toBe("forbidden");
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(readEntry(entry.uuid, stranger))).toBe("not_found");
  expect(await codeOf(updateEntry(entry.uuid, 1, { name: "Mine" }, stranger))).toBe("not_found");
  expect(await codeOf(purgeEntry(entry.uuid, { scope: "all" }, stranger))).toBe("not_found");
});

test("creating an entry requires an active subscription, and edges stop entries without one within seconds", async () => {
  const user = await api.addUser(["manager"]);
  const entry = await createEntry({}, user);
  const changes = await followChanges(entry.uuid);
  const refusal = "CDN links are limited to registered clients with an active subscription.";
  for (const ended of [{ subscription_ends_at: new Date(Date.now() - 1) }, { free_tier: true }]) {
    // Changes are counted before the update, because the api's own loop may apply it at any moment.
    const countBeforeEnd = changes.length;
    await setClient(ended, user);
    expect(await errorOf(createEntry({}, user))).toMatchObject({
      code: "cdn_subscription_required",
      status: 403,
      message: refusal,
    });
    expect(await codeOf(purgeEntry(entry.uuid, { scope: "all" }, user))).toBe("cdn_subscription_required");
    expect(await readEntry(entry.uuid, user)).toMatchObject({ state: "unsubscribed" });
    expect(namesOf(await list({ filter: { state: "unsubscribed" } }, user))).toEqual(["Films"]);
    expect(namesOf(await list({ filter: { state: "active" } }, user))).toEqual([]);
    await followTimes(api.database.db);
    await eventually(() => expect(changes.length).toBeGreaterThan(countBeforeEnd));
    expect(await describeEntry(entry.key)).toMatchObject({ state: "stopped" });
    const countBeforeRenewal = changes.length;
    await setClient({ subscription_ends_at: new Date(Date.now() + 60_000), free_tier: false }, user);
    await followTimes(api.database.db);
    await eventually(() => expect(changes.length).toBeGreaterThan(countBeforeRenewal));
    expect(await describeEntry(entry.key)).toMatchObject({ state: "active" });
  }
  // Without a subscription, existing entries can still be read, paused and deleted.
  await setClient({ free_tier: true }, user);
  const params = { id: entry.uuid };
  await user.call(routes.pauseCdnEntry, { params, body: { isPaused: true } });
  expect(await codeOf(user.call(routes.pauseCdnEntry, { params, body: { isPaused: false } }))).toBe(
    "cdn_subscription_required",
  );
  expect(await user.call(routes.deleteCdnEntry, { params })).toMatchObject({ state: "draining" });
});

test("edges stop entries within seconds when a budget is reached, and only for its month", async () => {
  const user = await api.addUser(["manager"]);
  const entry = await createEntry({}, user);
  const changes = await followChanges(entry.uuid);
  const inForce = async (month: string | null, state: string) => {
    const changeCount = changes.length;
    await setClient({ cdn_stopped_month: month }, user);
    await followTimes(api.database.db);
    await eventually(() => expect(changes.length).toBeGreaterThan(changeCount));
    expect(await describeEntry(entry.key)).toMatchObject({ state });
  };
  await inForce(new Date().toISOString().slice(0, 7), "stopped");
  expect(await readEntry(entry.uuid, user)).toMatchObject({ state: "budgetReached" });
  expect(namesOf(await list({ filter: { state: "budgetReached" } }, user))).toEqual(["Films"]);
  expect(namesOf(await list({ filter: { state: "active" } }, user))).toEqual([]);
  expect(namesOf(await list({ filter: { state: "unsubscribed" } }, user))).toEqual([]);
  // Unlike without a subscription, existing entries may be changed and purged while the budget is reached.
  expect(await purgeEntry(entry.uuid, { scope: "all" }, user)).toMatchObject({ number: 1 });
  await inForce("2026-01", "active");
  expect(await readEntry(entry.uuid, user)).toMatchObject({ state: "active" });
});

test.each([
  ["http://127.0.0.1/", "points to an address that is not allowed"],
  ["http://[::1]:8080/", "points to an address that is not allowed"],
  ["http://169.254.169.254/latest", "points to an address that is not allowed"],
  ["http://0x7f000001/", "points to an address that is not allowed"],
  ["http://localhost/", "points to an address that is not allowed"],
  ["http://1.1.1.1:22/", "uses a port that is not allowed here"],
  ["http://127.0.0.1:8081/cdn/abcdefghijkl/", "leads back to this platform"],
  ["http://user:secret@1.1.1.1/", "must not contain a user name or password"],
  ["http://1.1.1.1/?a", "must not contain a query or fragment"],
])("an origin at %s is refused: it %s", async (originUrl, reason) => {
  const fields = [{ path: "originUrl", reason }];
  expect(await errorOf(createEntry({ originUrl }))).toMatchObject({ code: "bad_request", fields });
  const { uuid } = await createEntry();
  expect(await errorOf(updateEntry(uuid, 1, { originUrl }))).toMatchObject({ code: "bad_request", fields });
});

test.each([
  [{ originUrl: "ftp://1.1.1.1/" }, "originUrl"],
  [{ name: " " }, "name"],
  [{ rules: { unauthorizedIPs: ["300.1.1.1"] } }, "rules.unauthorizedIPs.0"],
  [{ rules: { unauthorizedCountries: ["XX"] } }, "rules.unauthorizedCountries.0"],
  [{ hosts: ["https://files.example.org"] }, "hosts.0"],
  [{ hosts: ["localhost"] }, "hosts.0"],
  [{ hosts: ["files.example.org", "127.0.0.1"] }, "hosts.1"],
  [{ corsOrigins: ["https://www.example.org/page"] }, "corsOrigins.0"],
  [{ defaultTtlSec: -1 }, "defaultTtlSec"],
])("%o is refused by name", async (wanted, path) => {
  expect((await errorOf(createEntry(wanted as EntryFields))).fields?.map((field) => field.path)).toEqual([
    path,
  ]);
});

test("a change with an old revision is refused, pausing always works, and edges receive each change", async () => {
  const { uuid, key } = await createEntry();
  const changes = await followChanges(uuid);
  const hosts = ["a.example.org", "b.example.org"];
  expect(await updateEntry(uuid, 1, { name: "Renamed", hosts })).toMatchObject({
    name: "Renamed",
    revision: 2,
  });
  expect(await codeOf(updateEntry(uuid, 1, { name: "Late" }))).toBe("edit_conflict");
  const pause = (isPaused: boolean) =>
    manager.call(routes.pauseCdnEntry, { params: { id: uuid }, body: { isPaused } });
  expect(await pause(true)).toMatchObject({ state: "paused", revision: 2 });
  expect(await describeEntry(key)).toMatchObject({ state: "stopped", revision: 3 });
  await pause(false);
  // A purge or a pause does not make the next save of a form conflict.
  expect(
    await updateEntry(uuid, 2, { hosts: ["b.example.org"], rules: { unknownWebsites: true } }),
  ).toMatchObject({
    hosts: [{ host: "b.example.org" }],
    rules: { unknownWebsites: true },
    name: "Renamed",
  });
  await eventually(() =>
    expect(changes.map(({ kind, revision }) => [kind, revision])).toEqual(EXPECTED_CHANGES),
  );
});
const EXPECTED_CHANGES = [2, 3, 4, 5].map((revision) => ["cdnEntry", revision]);

test("a deleted entry drains for ten minutes, even if it is deleted twice, and is then removed", async () => {
  const { uuid, key } = await createEntry();
  const changes = await followChanges(uuid);
  const params = { id: uuid };
  const deleted = await manager.call(routes.deleteCdnEntry, { params });
  const endsAtMs = Date.parse(deleted.endsAt ?? "");
  expect(Math.abs(endsAtMs - Date.now() - 600_000)).toBeLessThan(60_000);
  expect(await manager.call(routes.deleteCdnEntry, { params })).toEqual(deleted);
  expect(await describeEntry(key)).toMatchObject({ state: "draining", endsAtMs, revision: 2 });
  expect(await codeOf(updateEntry(uuid, 1, { name: "Late" }))).toBe("illegal_transition");
  expect(await codeOf(purgeEntry(uuid, { scope: "all" }))).toBe("illegal_transition");
  await api.database.db
    .updateTable("cdn_entries")
    .set({ drains_until: new Date() })
    .where("uuid", "=", uuid)
    .execute();
  await eventually(async () => expect((await internal(pathFor(key))).status).toBe(404));
  await eventually(() => expect(changes.map(({ revision }) => revision)).toEqual([2, 0]));
  expect(await codeOf(readEntry(uuid))).toBe("not_found");
});

test("a secret is shown once; the previous one works during its grace period, after which edges drop it", async () => {
  const { uuid, key } = await createEntry();
  const renew = (graceSec?: number) =>
    manager.call(routes.renewCdnSecret, {
      params: { id: uuid },
      body: graceSec === undefined ? {} : { graceSec },
    });
  const first = await renew(3_600);
  expect(first.entry.secrets).toMatchObject([{ endsAt: null }]);
  expect(JSON.stringify(await readEntry(uuid))).not.toContain(first.secret);
  // The default grace period is a day, as for API keys.
  const second = await renew();
  const graceMs = Date.parse(second.entry.secrets[1]?.endsAt ?? "") - Date.now();
  expect(graceMs / 3_600_000).toBeCloseTo(24, 1);
  expect((await describeEntry(key)).tokenSecrets).toEqual([second.secret, first.secret]);
  const third = await renew(60);
  expect((await describeEntry(key)).tokenSecrets).toEqual([third.secret, second.secret]);
  expect(third.entry.secrets.map(({ endsAt }) => endsAt === null)).toEqual([true, false]);
  const row = api.database.db.updateTable("cdn_entries").where("uuid", "=", uuid);
  await row.set({ secrets: sql<string>`jsonb_set(secrets, '{1,endsAt}', to_jsonb(now()::text))` }).execute();
  await followTimes(api.database.db);
  expect(await describeEntry(key)).toMatchObject({ revision: 5, tokenSecrets: [third.secret] });
  expect((await renew(0)).entry.secrets.length).toBe(1);
  await manager.call(routes.removeCdnSecrets, { params: { id: uuid } });
  expect((await describeEntry(key)).tokenSecrets).toEqual([]);
});

test("edges can use the secret of an entry that was renewed with its uuid in upper case", async () => {
  const { uuid, key } = await createEntry();
  const { secret } = await manager.call(routes.renewCdnSecret, {
    params: { id: uuid.toUpperCase() },
    body: {},
  });
  expect((await describeEntry(key)).tokenSecrets).toEqual([secret]);
});

test("a purge returns its number, and edges receive what to purge", async () => {
  const { uuid, key, url } = await createEntry({ hosts: ["files.example.org"] });
  expect(
    await purgeEntry(uuid, {
      scope: "url",
      addresses: [`${url}a b.mp4`, `${ORIGIN_URL}/c.mp4?v=1`, "/a%20b.mp4"],
    }),
  ).toEqual({ number: 1, paths: ["/a%20b.mp4", "/c.mp4?v=1"], isPrefix: false });
  expect(
    await purgeEntry(uuid, { scope: "prefix", addresses: ["https://files.example.org/films/"] }),
  ).toEqual({
    number: 2,
    paths: ["/films/"],
    isPrefix: true,
  });
  expect(await describeEntry(key)).toMatchObject({
    purges: [
      { path: "/a%20b.mp4", isPrefix: false, number: 1 },
      { path: "/c.mp4?v=1", isPrefix: false, number: 1 },
      { path: "/films/", isPrefix: true, number: 2 },
    ],
    purgedAll: 0,
    revision: 3,
  });
  expect(await purgeEntry(uuid, { scope: "all" })).toEqual({ number: 3, paths: ["/"], isPrefix: true });
  expect(await describeEntry(key)).toMatchObject({ purges: [], purgedAll: 3 });
  expect(await readEntry(uuid)).toMatchObject({ purgeNumber: 3 });
  for (const addresses of [["https://elsewhere.example.org/a"], []])
    expect((await errorOf(purgeEntry(uuid, { scope: "url", addresses }))).code).toBe("bad_request");
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, at) => purgeEntry(uuid, { scope: "url", addresses: [`/${at}`] })),
  );
  expect(many.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
});

test("a purge of an entry that ignores queries applies to the address without its query", async () => {
  const { uuid, revision } = await createEntry({ ignoresQuery: true });
  const { paths } = await purgeEntry(uuid, { scope: "url", addresses: ["/a.mp4?x=1", "/a.mp4", "/b.mp4"] });
  expect(paths).toEqual(["/a.mp4", "/b.mp4"]);
  expect(await updateEntry(uuid, revision, { ignoresQuery: false })).toMatchObject({ ignoresQuery: false });
});

/** Creates the service with DNS records defined by the test. */
function serviceWith(records: Partial<HostRecords>) {
  const none = async () => [];
  return createCdnService({
    db: api.database.db,
    realtime: { emit: () => undefined } as never,
    policy: { isPrivateAllowed: false, ports: "any" },
    box: createSecretBox(api.env.INTERNAL_SECRET ?? "", CDN_SECRETS),
    tests: { consume: async () => undefined },
    purges: { consume: async () => undefined },
    storage: { assertMayCreate: async () => undefined },
    figures: { analytics: undefined as never, onError: () => undefined },
    records: { aliasOf: none, addressesOf: none, textsOf: none, ...records },
    place: { publicUrl: "https://cdn.example.net" },
    ownHosts: ["cdn.example.net"],
  });
}
const createActor = ({ clientUuid, userUuid }: TestUser) =>
  ({ clientUuid, userUuid, user: { default_page_size: null } }) as never;

test("a custom host name is served by the one entry that its DNS records name, once it points to us", async () => {
  const host = `files-${randomUUID()}.example.org`;
  const [entry, other] = [
    await createEntry({ hosts: [host] }),
    await createEntry({ hosts: [host] }, await api.addUser(["manager"])),
  ];
  const aliases: Record<string, string> = {
    [host]: "CDN.example.com.",
    "cdn.example.com": "cdn.example.net",
  };
  let proof = entry.key;
  const requestedPaths: string[] = [];
  const service = serviceWith({
    aliasOf: async (name) => (aliases[name] ? [aliases[name]] : []),
    textsOf: async (name) => {
      requestedPaths.push(name);
      return ["something else", proof];
    },
  });
  const actor = createActor(manager);
  const checked = await service.checkHost(actor, entry.uuid, host);
  expect(checked).toMatchObject({ isServed: true, alias: { found: ["cdn.example.com", "cdn.example.net"] } });
  expect(requestedPaths).toEqual([`_shoal-cdn.${host}`]);
  expect(await describeEntry(host)).toMatchObject({ uuid: entry.uuid, hosts: [host] });
  // If the host's DNS record names another entry, even another client's, that entry gets the host name.
  proof = other.key;
  expect(await service.checkHost(actor, entry.uuid, host)).toMatchObject({
    isServed: false,
    proof: { isRight: false, found: ["something else", other.key] },
  });
  expect((await internal(pathFor(host))).status).toBe(404);
  proof = entry.key;
  await service.checkHost(actor, entry.uuid, host);
  proof = other.key;
  const { client_uuid: clientUuid } = await api.database.db
    .selectFrom("cdn_entries")
    .select("client_uuid")
    .where("uuid", "=", other.uuid)
    .executeTakeFirstOrThrow();
  await service.checkHost({ clientUuid } as never, other.uuid, host);
  expect(await describeEntry(host)).toMatchObject({ uuid: other.uuid });
  expect((await describeEntry(entry.key)).hosts).toEqual([]);
  expect(await codeOf(service.checkHost(actor, entry.uuid, "foreign.example.org"))).toBe("not_found");
});

test("a custom host name that fails its daily check for three days is no longer served, with mails before and after", async () => {
  // Host names of other tests are deleted, so that this test's run does not check them.
  await api.database.db.deleteFrom("cdn_hosts").execute();
  const user = await api.addUser(["manager"]);
  await verifyEmailOf(api, user);
  const host = `own-${randomUUID()}.example.org`;
  const { uuid, key } = await createEntry({ hosts: [host] }, user);
  let proof: () => string[] = () => [key];
  const records = {
    aliasOf: async () => ["cdn.example.net"],
    addressesOf: async () => [],
    textsOf: async () => proof(),
  };
  await serviceWith(records).checkHost(createActor(user), uuid, host);
  const mails: (string | null)[] = [];
  const startMs = Date.now();
  const faults: unknown[] = [];
  const run = (afterHours: number) =>
    createRechecks({
      db: api.database.db,
      mails: {
        async send(_: unknown, { values }: { values: object }) {
          mails.push((values as { stopsAt: string | null }).stopsAt);
        },
      } as never,
      realtime: { emit: () => undefined } as never,
      records,
      cnameTarget: "cdn.example.net",
      publicUrl: "https://shoal.example",
      onError: (error) => faults.push(error),
      now: () => startMs + afterHours * 3_600_000,
    }).run();
  const isServed = async () => (await internal(pathFor(host))).status === 200;
  proof = () => [];
  await run(23);
  expect(mails).toEqual([]);
  await run(25);
  expect([mails, await isServed()]).toEqual([
    [new Date(startMs + (25 + 72) * 3_600_000).toISOString()],
    true,
  ]);
  // A second check on the same day, and a check that no DNS server answers, change nothing.
  await run(26);
  proof = () => {
    throw Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
  };
  await run(50);
  expect([mails.length, faults.length, await isServed()]).toEqual([1, 1, true]);
  // A valid record ends the series of failures, so the three days start again.
  proof = () => [key];
  await run(75);
  proof = () => [];
  await run(100);
  await run(125);
  await run(150);
  expect([mails.length, await isServed()]).toEqual([2, true]);
  await run(175);
  expect([mails.at(-1), await isServed()]).toEqual([null, false]);
  expect((await readEntry(uuid, user)).hosts).toEqual([{ host, checkedAt: null }]);
});

test.each<[string, Partial<HostRecords>, boolean]>([
  [
    "is an alias of another host",
    { aliasOf: async (name) => (name.startsWith("_") ? [] : ["elsewhere.example.com"]) },
    false,
  ],
  ["is an alias of itself", { aliasOf: async () => ["a.example.org"] }, false],
  ["has the addresses of the edges", { addressesOf: async () => ["192.0.2.1"] }, true],
  [
    "has an address besides those of the edges",
    {
      addressesOf: async (name) => (name === "cdn.example.net" ? ["192.0.2.1"] : ["192.0.2.1", "192.0.2.2"]),
    },
    false,
  ],
  ["has no records", {}, false],
])("checks the records of a name that %s", async (_, records, isRight) => {
  const { uuid } = await createEntry({ hosts: ["own.example.org"] });
  const found = await serviceWith(records).checkHost(createActor(manager), uuid, "own.example.org");
  expect(found).toMatchObject({ isServed: false, alias: { isRight } });
});

test("a served name stays served while no DNS server answers", async () => {
  const host = `stays-${randomUUID()}.example.org`;
  const { uuid, key } = await createEntry({ hosts: [host] });
  const right = { aliasOf: async () => ["cdn.example.net"], textsOf: async () => [key] };
  await serviceWith(right).checkHost(createActor(manager), uuid, host);
  const away = async () => Promise.reject(Object.assign(new Error("away"), { code: "ETIMEOUT" }));
  expect(await codeOf(serviceWith({ aliasOf: away }).checkHost(createActor(manager), uuid, host))).toBe(
    "unavailable",
  );
  expect(await describeEntry(host)).toMatchObject({ uuid });
  // A host name that stays in the list is served without interruption.
  await updateEntry(uuid, 1, { hosts: [host, "new.example.org"] });
  expect(await describeEntry(host)).toMatchObject({ hosts: [host] });
});

test("entries can be searched, sorted and paged, up to the maximum number of entries", async () => {
  const user = await api.addUser(["manager"]);
  await createEntry({ name: "Ünder", hosts: ["files.example.org"] }, user);
  await createEntry({ name: "alpha", originUrl: "http://1.0.0.1/100%25/" }, user);
  await createEntry({ name: "Beta" }, user);
  expect(namesOf(await list({}, user))).toEqual(["Beta", "alpha", "Ünder"]);
  expect(namesOf(await list({ sort: { name: 1 } }, user))).toEqual(["alpha", "Beta", "Ünder"]);
  expect(namesOf(await list({ search: "FILES.example" }, user))).toEqual(["Ünder"]);
  expect(namesOf(await list({ search: "100%" }, user))).toEqual(["alpha"]);
  expect(namesOf(await list({ search: "%" }, user))).toEqual(["alpha"]);
  expect(namesOf(await list({ page: 2, pagesize: 2 }, user))).toEqual(["Ünder"]);
  await sql`INSERT INTO cdn_entries (client_uuid, key, name, origin_url, default_ttl_sec)
    SELECT ${user.clientUuid}, translate(lpad(n::text, 12, 'x'), '', ''), 'Entry ' || n, 'http://1.1.1.1/' || n || '/', 60
    FROM generate_series(1, ${MAX_CDN_ENTRIES - 3}::int) AS n`.execute(api.database.db);
  const page = await list({ search: "entry 99", sort: { name: 1 }, pagesize: 2 }, user);
  expect(page).toMatchObject({ _size: 109, _embedded: [{ name: "Entry 99" }, { name: "Entry 990" }] });
  expect(await list({ pagesize: 0 }, user)).toEqual({ _embedded: [], _size: MAX_CDN_ENTRIES });
  expect((await errorOf(createEntry({}, user))).fields?.[0]?.path).toBe("name");
});

test("entries are deleted with their client, which edges receive, but not with their creator", async () => {
  const gone = await api.addUser(["manager"]);
  const author = await api.addUser(["manager"], { clientOf: manager });
  const [lost, kept] = [await createEntry({}, gone), await createEntry({}, author)];
  const changes = await followChanges(lost.uuid);
  const admin = await api.addUser(["admin"]);
  const { clientname } = await admin.call(routes.getClient, { params: { id: gone.clientUuid } });
  await admin.call(routes.deleteClient, { params: { id: gone.clientUuid }, body: { clientname } });
  await eventually(() => expect(changes).toEqual([{ kind: "cdnEntry", uuid: lost.uuid, revision: 0 }]));
  expect((await internal(pathFor(lost.key))).status).toBe(404);
  await manager.call(routes.deleteUser, { params: { id: author.userUuid } });
  expect(await readEntry(kept.uuid)).toMatchObject({ user: null });
});

test("only pages of the client are notified of each change of an entry", async () => {
  const [page, strangers] = [
    await listenAs(api, manager),
    await listenAs(api, await api.addUser(["manager"])),
  ];
  const { uuid } = await createEntry();
  await page.next("cdnEntries.changed");
  await purgeEntry(uuid, { scope: "all" });
  await page.next("cdnEntries.changed");
  await manager.call(routes.deleteCdnEntry, { params: { id: uuid } });
  await page.next("cdnEntries.changed");
  expect(strangers.count("cdnEntries.changed")).toBe(0);
  page.close();
  strangers.close();
});

const FILE_HEADERS = {
  "cache-control": "public, max-age=5, s-maxage=9",
  "content-type": "video/mp2t",
  "set-cookie": "a=1",
};

test("a test fetches a file as an edge would, explains its headers, and stops at 1 MB", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/moved") return response.writeHead(302, { location: "/1.ts" }).end();
    if (request.url === "/inner")
      return response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    if (request.url === "/silent") return undefined;
    response.writeHead(200, FILE_HEADERS);
    if (request.url === "/cut") return response.write("begun", () => response.destroy());
    return response.end(Buffer.alloc(request.url === "/1.ts" ? 3_000_000 : 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const policy = { isPrivateAllowed: true, ports: "any" } as const;
  const found = await testOrigin(`${base}/moved`, { policy });
  expect(found).toMatchObject({
    fault: null,
    answer: {
      url: `${base}/1.ts`,
      status: 200,
      sizeBytes: 1_000_000,
      isCut: true,
      report: { kind: "segment", freshSec: 9, freshBy: "s-maxage" },
    },
  });
  expect(found.answer?.headers).toContainEqual({
    name: "cache-control",
    value: FILE_HEADERS["cache-control"],
  });
  expect(found.answer?.headers.map(({ name }) => name)).not.toContain("set-cookie");
  expect((await testOrigin(`${base}/cut`, { policy })).answer).toMatchObject({ sizeBytes: 5, isCut: true });
  const faults = [
    await testOrigin(`${base}/inner`, { policy }),
    await testOrigin(`${base}/1.ts`, { policy: { ...policy, isPrivateAllowed: false } }),
    await testOrigin(`${base}/silent`, { policy, patienceMs: 50 }),
  ];
  expect(faults.map(({ fault }) => fault)).toEqual(["forbidden_address", "forbidden_address", "timeout"]);
  server.closeAllConnections();
  server.close();
  expect(await manager.call(routes.testCdnOrigin, { body: { url: base } })).toEqual({
    fault: "forbidden_port",
    answer: null,
  });
});

test("statistics sum what an entry served by hour, country and status, and count repeated rows once", async () => {
  const user = await api.addUser(["manager"]);
  const [entry, other] = [await createEntry({}, user), await createEntry({}, user)];
  const hourSec = Math.floor(Date.now() / 3_600_000) * 3_600;
  const row = {
    client_uuid: user.clientUuid,
    entry_uuid: entry.uuid,
    hour: hourSec,
    country: "FR",
    status_class: 2,
    cache: "hit",
    meter: "edge 1",
    version: 1,
    requests: 5,
    bytes_sent: 500,
    bytes_origin: 0,
  };
  const analytics = createClient({ url: api.clickhouseUrl });
  const values = [
    row,
    { ...row, version: 2, requests: 6, bytes_sent: 600 },
    { ...row, meter: "edge 2", cache: "miss", country: "", requests: 1, bytes_sent: 100 },
    {
      ...row,
      meter: "edge 2",
      cache: "miss",
      country: "",
      requests: 0,
      bytes_sent: 0,
      bytes_origin: 90,
      status_class: 5,
    },
    { ...row, hour: hourSec - 7_200, cache: "stale", country: "DE", requests: 2, bytes_sent: 50 },
    { ...row, cache: "none", status_class: 4, requests: 3, bytes_sent: 0 },
    { ...row, hour: hourSec - 91 * 86_400, requests: 1_000 },
    { ...row, entry_uuid: other.uuid, requests: 7, bytes_sent: 7 },
    { ...row, client_uuid: manager.clientUuid, requests: 9 },
  ];
  await analytics.insert({ table: "cdn_hours", values, format: "JSONEachRow" });
  await analytics.close();
  const readStatistics = (days: number, who = user) =>
    who.call(routes.getCdnStatistics, { params: { id: entry.uuid }, query: { days } });
  const day = await readStatistics(1);
  expect(day.total).toEqual({ requests: 12, hits: 8, misses: 1, bytesSent: 750, bytesOrigin: 90 });
  expect([day.stepSec, day.points.length]).toEqual([3_600, 24]);
  expect(day.points.at(-1)).toMatchObject({
    at: new Date(hourSec * 1_000).toISOString(),
    requests: 10,
    hits: 6,
  });
  expect(day.points.at(-3)).toMatchObject({ requests: 2, hits: 2, bytesSent: 50 });
  expect(day.countries).toEqual([
    { country: "FR", requests: 9, bytesSent: 600 },
    { country: "", requests: 1, bytesSent: 100 },
    { country: "DE", requests: 2, bytesSent: 50 },
  ]);
  expect(day.statuses).toEqual([
    { statusClass: 2, requests: 9, bytesSent: 750 },
    { statusClass: 4, requests: 3, bytesSent: 0 },
  ]);
  const quarter = await readStatistics(90);
  expect([quarter.stepSec, quarter.points.length, quarter.total.requests]).toEqual([86_400, 90, 12]);
  const usageOf = async (month: string) => (await user.call(routes.getCdnUsage, { query: { month } })).total;
  const month = new Date(hourSec * 1_000).toISOString().slice(0, 7);
  expect((await user.call(routes.getCdnUsage, { query: {} })).total).toEqual(await usageOf(month));
  expect((await usageOf(month)).bytesSent).toBeGreaterThanOrEqual(707);
  expect((await usageOf("2031-01")).requests).toBe(0);
  expect(await codeOf(readStatistics(1, await api.addUser(["manager"])))).toBe("not_found");
  const trafficOf = (who: TestUser, days?: number) =>
    who.call(routes.getCdnTraffic, {
      query: { entries: [entry.uuid, other.uuid, ...(days ? [] : [randomUUID()])], ...(days && { days }) },
    });
  const traffic = await trafficOf(user);
  expect(traffic.entries.toSorted((one, two) => two.requests - one.requests)).toEqual([
    { uuid: entry.uuid, requests: 12, hits: 8, misses: 1, bytesSent: 750, bytesOrigin: 90 },
    { uuid: other.uuid, requests: 7, hits: 7, misses: 0, bytesSent: 7, bytesOrigin: 0 },
  ]);
  expect(Date.parse(traffic.until) - Date.parse(traffic.from)).toBe(30 * 86_400_000);
  expect((await trafficOf(await api.addUser(["manager"]), 90)).entries).toEqual([]);
  expect(await codeOf(trafficOf(user, 91))).toBe("bad_request");
  const unused = await createEntry({}, user);
  const sortedBy = async (sort: object) => (await list({ sort }, user))._embedded.map(({ uuid }) => uuid);
  expect(await sortedBy({ requests: -1 })).toEqual([entry.uuid, other.uuid, unused.uuid]);
  expect(await sortedBy({ bytesSent: 1 })).toEqual([unused.uuid, other.uuid, entry.uuid]);
  // An entry without requests has no ratio and is last in either direction.
  expect(await sortedBy({ hitRatio: -1 })).toEqual([other.uuid, entry.uuid, unused.uuid]);
  expect(await sortedBy({ hitRatio: 1 })).toEqual([entry.uuid, other.uuid, unused.uuid]);
});
