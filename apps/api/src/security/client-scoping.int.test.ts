import { randomUUID } from "node:crypto";
import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../modules/accounts/auth/index.ts";
import { guestHeadersOf } from "../modules/projects/review-links/testing/fixtures.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import { type ClientTables, readClientTables, type Scope, unscopedOf } from "../testing/client-tables.ts";
import { createPopulatedClients, type PopulatedClient } from "../testing/populated-client.ts";
import { addCaller, apiKeyHeaders, type Caller, type CallerKind } from "../testing/route-callers.ts";
import { targetedRequest } from "../testing/route-targets.ts";
import { sendRequest } from "../testing/send-request.ts";
import { CALL_HEADER, recordStatements, type StatementRecorder } from "../testing/statements.ts";
import { UNLIMITED } from "../testing/unlimited.ts";

/** The calls that concern one client: administration calls concern all clients, and public calls have none. */
const TABLE = Object.entries(routes as Record<string, RouteSpec>).filter(
  ([, { guard }]) => guard !== "admin" && guard !== "public",
);

const KINDS: readonly CallerKind[] = [
  { name: "a manager", roles: ["manager"], of: "target" },
  { name: "an editor", roles: ["editor"], of: "target" },
  { name: "a manager of another client", roles: ["manager"], of: "other" },
  { name: "an administrator who views the client", roles: ["admin"], of: "other", views: "target" },
];

/** Statements that may be executed without a client, each with its reason. */
const ACROSS_CLIENTS: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /where "sessions"."token_hash" = /, reason: "who calls is known by his session alone" },
  {
    pattern: / from "api_keys" inner join "clients" .* where "api_keys"."uuid" = /,
    reason: "which backend calls is known by its key alone",
  },
  {
    pattern: /"account_links".* where "key_hash" = /,
    reason: "a link is found by its key, which proves whose it is",
  },
  {
    pattern: /"review_guests"."token_hash" = /,
    reason: "a guest is known by their session alone",
  },
  {
    pattern: /^select "uuid" from "clients" where "uuid" .* for no key update$/,
    reason: "a lock tells no more than that a client is there",
  },
  {
    pattern: /^select "uuid" from "users" where 'admin' = ANY\(roles\)/,
    reason: "administrators guard their last one",
  },
  {
    pattern: /^select (count\(\*\)|"clients"\.\*).* from "clients"( order by|$)/,
    reason: "an administrator lists clients",
  },
  {
    pattern: /^update "videos" set "revision" = revision \+ 1 where "uuid" = \$1 returning "revision"$/,
    reason: "follows a change that named the client, also a worker's",
  },
  {
    pattern:
      /^ ?(SELECT uuid FROM videos WHERE uuid IN \( SELECT list_uuid|UPDATE videos scene SET) .*scene_media/,
    reason: "scenes follow their origin, which a change that named the client has locked",
  },
  {
    pattern: /^ ?INSERT INTO video_rules .* FROM scene_media JOIN video_rules of ON/,
    reason: "scenes take over the rules of their origin, and its client",
  },
  {
    pattern: /^ ?UPDATE videos SET revision = revision \+ 1 WHERE uuid = ANY\(\$1::uuid\[\]\) RETURNING/,
    reason: "tells edges of lists and scenes that follow such a change",
  },
  {
    pattern: /^ ?WITH changes AS \( INSERT INTO descriptor_changes .* unnest\(\$2::uuid\[\]/,
    reason: "the same, to the change stream",
  },
];

interface PopulatedClients {
  target: PopulatedClient;
  other: PopulatedClient;
}

let recorder: StatementRecorder;
let api: TestApi;
let tables: ClientTables;
let passwordHash: string;
let addPopulatedClient: () => Promise<PopulatedClient>;
/** Two clients with one caller of each kind, for calls that change nothing. */
let standing: PopulatedClients & { callers: ReadonlyMap<CallerKind, Caller> };
beforeAll(async () => {
  recorder = recordStatements();
  api = await startTestApi(UNLIMITED);
  tables = await readClientTables(api.database.db);
  passwordHash = await hashPassword(PASSWORD);
  addPopulatedClient = createPopulatedClients(api.database.db, passwordHash);
  const worlds = { target: await addPopulatedClient(), other: await addPopulatedClient() };
  const callers = new Map<CallerKind, Caller>();
  for (const kind of KINDS) callers.set(kind, await addCallerTo(worlds, kind));
  standing = { ...worlds, callers };
});
afterAll(async () => {
  await api.close();
  recorder.stop();
});

const addCallerTo = (worlds: PopulatedClients, kind: CallerKind) =>
  addCaller(api.database.db, kind, worlds, passwordHash);

/** Returns a session for user routes, otherwise the credentials that the client gave to others. */
function headersOf({ guard }: RouteSpec, own: PopulatedClient, caller: Caller): Record<string, string> {
  if (guard === "apiKey") return apiKeyHeaders(own);
  return guard === "guest" ? guestHeadersOf(own) : caller.headers;
}

interface Prepared {
  worlds: PopulatedClients;
  caller: Caller;
}

/** The prepared data of refused calls: it is unchanged, so the next call reuses it. */
const spare = new Map<CallerKind, Prepared>();

/** Prepares a caller and its objects: calls that may change something get their own. */
async function prepare(route: RouteSpec, kind: CallerKind): Promise<Prepared> {
  const { callers, ...worlds } = standing;
  const caller = callers.get(kind);
  if (route.method === "GET" && caller) return { worlds, caller };
  const found = spare.get(kind);
  if (found && spare.delete(kind)) return found;
  const fresh = kind.of === "target" || kind.views ? "target" : "other";
  const changed = { ...worlds, [fresh]: await addPopulatedClient() };
  return { worlds: changed, caller: await addCallerTo(changed, kind) };
}

/** Returns the statements of a call that do not restrict rows to a client. */
function unscopedIn(call: string, scope: Scope): string[] {
  const found = unscopedOf(recorder.statementsOf(call), tables, scope).map(({ sql }) =>
    sql.replace(/\s+/g, " "),
  );
  return found.filter((sql) => !ACROSS_CLIENTS.some(({ pattern }) => pattern.test(sql)));
}

test("the tables with client data are derived from the schema", () => {
  expect(tables.own).toEqual(expect.arrayContaining(["clients", "users", "videos", "logs", "video_stats"]));
  expect(tables.children).toEqual(
    expect.arrayContaining([
      "sessions",
      "account_links",
      "upload_chunks",
      "encodings",
      "encoding_outputs",
      "descriptor_changes",
    ]),
  );
});

test("a query without a client condition is detected", async () => {
  const [target, other] = [await addPopulatedClient(), await addPopulatedClient()];
  const call = randomUUID();
  const { db } = api.database;
  await recorder.during(call, async () => {
    await db.selectFrom("videos").select("title").where("uuid", "=", target.videoUuid).execute();
    await db
      .selectFrom("upload_chunks")
      .select("number")
      .where("video_uuid", "=", target.videoUuid)
      .execute();
    await db.updateTable("users").set({ name: null }).where("uuid", "=", target.userUuid).execute();
    await db.selectFrom("videos").select("title").where("client_uuid", "=", other.clientUuid).execute();
  });
  expect(recorder.statementsOf(call)).toHaveLength(4);
  const found = unscopedIn(call, { clientUuid: other.clientUuid, self: [other.userUuid] });
  expect(found.map((sql) => /"(videos|upload_chunks|users)"/.exec(sql)?.[1])).toEqual([
    "videos",
    "upload_chunks",
    "users",
  ]);
});

test.each(TABLE)("%s only queries data of the caller's client", async (name, route) => {
  const faults: string[] = [];
  for (const kind of KINDS) {
    const prepared = await prepare(route, kind);
    const { worlds, caller } = prepared;
    const call = randomUUID();
    const request = targetedRequest(name, route, worlds.target, caller);
    const own = kind.of === "target" || kind.views ? worlds.target : worlds.other;
    const headers = headersOf(route, own, caller);
    const { status } = await sendRequest(api.url, route, request, { ...headers, [CALL_HEADER]: call });
    if (route.method !== "GET" && status >= 400) spare.set(kind, prepared);
    // Every call reads at least the session.
    expect(recorder.statementsOf(call).length).toBeGreaterThan(0);
    const unscoped = unscopedIn(call, {
      clientUuid: own.clientUuid,
      self: [caller.userUuid, caller.sessionUuid],
    });
    faults.push(...unscoped.map((sql) => `${kind.name}: ${sql}`));
  }
  expect(faults).toEqual([]);
});
