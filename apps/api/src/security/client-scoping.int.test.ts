import { randomUUID } from "node:crypto";
import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../modules/accounts/auth/index.ts";
import { guestHeadersOf } from "../modules/projects/review-links/testing/fixtures.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import {
  type CallScope,
  type ClientTables,
  findUnscoped,
  readClientTables,
} from "../testing/client-tables.ts";
import { createPopulatedClients, type PopulatedClient } from "../testing/populated-client.ts";
import { addCaller, apiKeyHeaders, type CallerKind, type TestCaller } from "../testing/route-callers.ts";
import { targetedRequest } from "../testing/route-targets.ts";
import { sendRequest } from "../testing/send-request.ts";
import { CALL_HEADER, recordStatements, type StatementRecorder } from "../testing/statements.ts";
import { UNLIMITED } from "../testing/unlimited.ts";

/** The calls that concern one client: administration calls concern all clients, and public calls have no client. */
const CLIENT_ROUTES = Object.entries(routes as Record<string, RouteSpec>).filter(
  ([, { guard }]) => guard !== "admin" && guard !== "public",
);

const CALLER_KINDS: readonly CallerKind[] = [
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

let statementRecorder: StatementRecorder;
let api: TestApi;
let clientTables: ClientTables;
let passwordHash: string;
let addPopulatedClient: () => Promise<PopulatedClient>;
/** Two clients with one caller of each kind, for calls that change nothing. */
let standingClients: PopulatedClients & { callers: ReadonlyMap<CallerKind, TestCaller> };
beforeAll(async () => {
  statementRecorder = recordStatements();
  api = await startTestApi(UNLIMITED);
  clientTables = await readClientTables(api.database.db);
  passwordHash = await hashPassword(PASSWORD);
  addPopulatedClient = createPopulatedClients(api.database.db, passwordHash);
  const worlds = { target: await addPopulatedClient(), other: await addPopulatedClient() };
  const callers = new Map<CallerKind, TestCaller>();
  for (const kind of CALLER_KINDS) callers.set(kind, await addCallerTo(worlds, kind));
  standingClients = { ...worlds, callers };
});
afterAll(async () => {
  await api.close();
  statementRecorder.stop();
});

const addCallerTo = (worlds: PopulatedClients, kind: CallerKind) =>
  addCaller(api.database.db, kind, worlds, passwordHash);

/** Returns a session for user routes, otherwise the credentials that the client gave to others. */
function buildHeaders(
  { guard }: RouteSpec,
  own: PopulatedClient,
  caller: TestCaller,
): Record<string, string> {
  if (guard === "apiKey") return apiKeyHeaders(own);
  return guard === "guest" ? guestHeadersOf(own) : caller.headers;
}

interface PreparedCall {
  worlds: PopulatedClients;
  caller: TestCaller;
}

/** The prepared data of rejected calls: it is unchanged, so the next call reuses it. */
const spareCalls = new Map<CallerKind, PreparedCall>();

/** Prepares a caller and its objects: calls that may change data get their own objects. */
async function prepareCall(route: RouteSpec, kind: CallerKind): Promise<PreparedCall> {
  const { callers, ...worlds } = standingClients;
  const caller = callers.get(kind);
  if (route.method === "GET" && caller) return { worlds, caller };
  const found = spareCalls.get(kind);
  if (found && spareCalls.delete(kind)) return found;
  const fresh = kind.of === "target" || kind.views ? "target" : "other";
  const changed = { ...worlds, [fresh]: await addPopulatedClient() };
  return { worlds: changed, caller: await addCallerTo(changed, kind) };
}

/** Returns the statements of a call that do not restrict rows to a client. */
function listUnscoped(call: string, scope: CallScope): string[] {
  const found = findUnscoped(statementRecorder.statementsOf(call), clientTables, scope).map(({ sql }) =>
    sql.replace(/\s+/g, " "),
  );
  return found.filter((sql) => !ACROSS_CLIENTS.some(({ pattern }) => pattern.test(sql)));
}

test("the tables with client data are derived from the schema", () => {
  expect(clientTables.own).toEqual(
    expect.arrayContaining(["clients", "users", "videos", "logs", "video_stats"]),
  );
  expect(clientTables.children).toEqual(
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
  await statementRecorder.during(call, async () => {
    await db.selectFrom("videos").select("title").where("uuid", "=", target.videoUuid).execute();
    await db
      .selectFrom("upload_chunks")
      .select("number")
      .where("video_uuid", "=", target.videoUuid)
      .execute();
    await db.updateTable("users").set({ name: null }).where("uuid", "=", target.userUuid).execute();
    await db.selectFrom("videos").select("title").where("client_uuid", "=", other.clientUuid).execute();
  });
  expect(statementRecorder.statementsOf(call)).toHaveLength(4);
  const found = listUnscoped(call, { clientUuid: other.clientUuid, self: [other.userUuid] });
  expect(found.map((sql) => /"(videos|upload_chunks|users)"/.exec(sql)?.[1])).toEqual([
    "videos",
    "upload_chunks",
    "users",
  ]);
});

test.each(CLIENT_ROUTES)("%s only queries data of the caller's client", async (name, route) => {
  const faults: string[] = [];
  for (const kind of CALLER_KINDS) {
    const prepared = await prepareCall(route, kind);
    const { worlds, caller } = prepared;
    const call = randomUUID();
    const request = targetedRequest(name, route, worlds.target, caller);
    const own = kind.of === "target" || kind.views ? worlds.target : worlds.other;
    const headers = buildHeaders(route, own, caller);
    const { status } = await sendRequest(api.url, route, request, { ...headers, [CALL_HEADER]: call });
    if (route.method !== "GET" && status >= 400) spareCalls.set(kind, prepared);
    // Every call reads at least the session, so at least one statement must be recorded.
    expect(statementRecorder.statementsOf(call).length).toBeGreaterThan(0);
    const unscoped = listUnscoped(call, {
      clientUuid: own.clientUuid,
      self: [caller.userUuid, caller.sessionUuid],
    });
    faults.push(...unscoped.map((sql) => `${kind.name}: ${sql}`));
  }
  expect(faults).toEqual([]);
});
