import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../modules/auth/index.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import { addClientWorld, type ClientWorld } from "../testing/client-world.ts";
import {
  type Damage,
  damagesOf,
  edgesOf,
  fitText,
  freeTextsOf,
  HOSTILE_TEXTS,
  withValue,
} from "../testing/damage.ts";
import { type RequestSample, sampleRequest } from "../testing/request-samples.ts";
import { REQUEST_PARTS, type RequestPart, schemasOf } from "../testing/request-schemas.ts";
import { addCaller, apiKeyHeaders, type Caller, type CallerKind } from "../testing/route-callers.ts";
import { targetedRequest } from "../testing/route-targets.ts";
import { type Answer, addressOf, send, sendRequest } from "../testing/send-request.ts";
import { UNLIMITED } from "../testing/unlimited.ts";

const TABLE = Object.entries(routes as Record<string, RouteSpec>);
const AT_ONCE = 4;

let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startTestApi(UNLIMITED);
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());

interface PreparedCall {
  headers: Record<string, string>;
  request: RequestSample;
}

type CallerRole = "admin" | "manager";
const standing = new Map<CallerRole, Promise<{ target: ClientWorld; caller: Caller }>>();

/** Somebody whom the route's guard lets pass, and a valid call about his client, which is made for it. */
async function prepareCall(name: string, route: RouteSpec): Promise<PreparedCall> {
  const { target, caller } = await addCallerOf(roleFor(route));
  return {
    headers: headersFor(route, target, caller),
    request: targetedRequest(name, route, target, caller),
  };
}

/** The same of a client that all such calls share: one that is refused, or reads, changes nothing. */
async function prepareStill(name: string, route: RouteSpec): Promise<PreparedCall> {
  const role = roleFor(route);
  const added = standing.get(role) ?? addCallerOf(role);
  standing.set(role, added);
  const { target, caller } = await added;
  return {
    headers: headersFor(route, target, caller),
    request: targetedRequest(name, route, target, caller),
  };
}

/** By his session, where a session lets anybody pass. */
const headersFor = ({ guard }: RouteSpec, target: ClientWorld, caller: Caller) =>
  guard === "apiKey" ? apiKeyHeaders(target) : caller.headers;

const prepareValid = (name: string, route: RouteSpec) =>
  (route.method === "GET" ? prepareStill : prepareCall)(name, route);

const roleFor = ({ guard }: RouteSpec): CallerRole => (guard === "admin" ? "admin" : "manager");

async function addCallerOf(role: CallerRole) {
  const target = await addClientWorld(api.database.db, passwordHash);
  const kind: CallerKind = { name: "the caller", roles: [role], of: "target" };
  const caller = await addCaller(api.database.db, kind, { target, other: target }, passwordHash);
  return { target, caller };
}

/** Runs some at a time, in order. */
async function runAll<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  const worker = async () => {
    for (const each of rest) await run(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** With the field that holds the damaged one, where a valid call may do without it: its neighbours must not be missing. */
function withOuterField(whole: unknown, fullest: unknown, [outer, ...inner]: Damage["path"]): unknown {
  const fields = whole as Record<string, unknown> | undefined;
  if (typeof outer !== "string" || inner.length === 0 || fields?.[outer] !== undefined) return whole;
  return withValue(whole, [outer], (fullest as Record<string, unknown> | undefined)?.[outer]);
}

const isRefusal = ({ status, code }: Answer) => [400, 413, 415].includes(status) && code !== "";

/** The field itself, or for a value of several kinds what it is part of. */
function namesField({ fields }: Answer, { path }: Damage): boolean {
  const wanted = path.join(".") || "body";
  const isSame = (named: string) =>
    named === wanted || wanted.startsWith(`${named}.`) || named.startsWith(`${wanted}.`);
  return fields.length > 0 && fields.every((field) => isSame(field.path) || wanted === "body");
}

const inWords = (answer: Answer) =>
  `${answer.status} ${answer.code} ${answer.fields.map((field) => field.path).join(" ")}`;

test.each(TABLE)("%s refuses each wrong field by its name", async (name, route) => {
  const { headers, request } = await prepareStill(name, route);
  const parts = Object.entries(schemasOf(route)) as [RequestPart, object][];
  const damages = parts.flatMap(([part, schema]) =>
    damagesOf(schema, part).map((damage) => ({ part, damage })),
  );
  const fullest = sampleRequest(route, "fullest");
  const faults: string[] = [];
  await runAll(damages, async ({ part, damage }) => {
    const whole = withOuterField(request[part], fullest[part], damage.path);
    const damaged = { ...request, [part]: withValue(whole, damage.at ?? damage.path, damage.value) };
    const answer = await sendRequest(api.url, route, damaged, headers);
    if (answer.status === 400 && answer.code === "bad_request" && namesField(answer, damage)) return;
    faults.push(`${part} ${damage.path.join(".")} ${damage.name}: ${inWords(answer)}`);
  });
  expect(faults).toEqual([]);
});

test.each(TABLE)("%s takes the least and the most that its schemas allow", async (name, route) => {
  for (const size of ["least", "fullest"] as const) {
    const { headers, request } = await prepareValid(name, route);
    const answer = await sendRequest(
      api.url,
      route,
      mergeSample(request, sampleRequest(route, size)),
      headers,
    );
    expect(answer.status < 500 && answer.code !== "bad_request", `${size}: ${answer.text}`).toBe(true);
  }
});

test.each(TABLE)("%s stands numbers and dates at the edge", async (name, route) => {
  const parts = Object.entries(schemasOf(route)) as [RequestPart, object][];
  const edges = parts.flatMap(([part, schema]) => edgesOf(schema).map((edge) => ({ part, edge })));
  if (edges.length === 0) return;
  const { headers, request } = await prepareValid(name, route);
  const faults: string[] = [];
  await runAll(edges, async ({ part, edge }) => {
    const call = { ...request, [part]: withValue(request[part], edge.path, edge.value) };
    const answer = await sendRequest(api.url, route, call, headers);
    if (answer.status >= 500)
      faults.push(`${part} ${edge.path.join(".")} ${String(edge.value)}: ${inWords(answer)}`);
  });
  expect(faults).toEqual([]);
});

/** The sample, with what the request says of things that exist. */
function mergeSample(request: RequestSample, sample: RequestSample): RequestSample {
  const merge = (part: RequestPart) =>
    Array.isArray(sample[part])
      ? sample[part]
      : { ...(sample[part] as object), ...(request[part] as object) };
  return Object.fromEntries(
    REQUEST_PARTS.filter((part) => part in sample).map((part) => [part, merge(part)]),
  );
}

test.each(TABLE)("%s treats every text as data", async (name, route) => {
  const parts = Object.entries(schemasOf(route)) as [RequestPart, object][];
  const places = parts.flatMap(([part, schema]) => freeTextsOf(schema).map((place) => ({ part, ...place })));
  if (places.length === 0) return;
  const { headers, request } = await prepareValid(name, route);
  await runAll(HOSTILE_TEXTS, async (text) => {
    let hostile = request;
    for (const { part, path, schema } of places)
      hostile = { ...hostile, [part]: withValue(hostile[part], path, fitText(text, schema)) };
    const answer = await sendRequest(api.url, route, hostile, headers);
    expect(answer.status, `${JSON.stringify(text)}: ${answer.text}`).toBeLessThan(500);
  });
});

const JSON_TYPE = { "content-type": "application/json" };
const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** Bodies that no schema gets to see, or that are hard to read. */
const WRONG_BODIES: [string, Record<string, string>, string][] = [
  ["cut JSON", JSON_TYPE, '{"a":'],
  ["no JSON", JSON_TYPE, "hello"],
  ["nothing", JSON_TYPE, ""],
  ["an array in an array, ever so deep", JSON_TYPE, nest(50_000)],
  ["a deep field", JSON_TYPE, `{"unexpected":${nest(50_000)}}`],
  ["a prototype", JSON_TYPE, '{"__proto__":{"roles":["admin"]}}'],
  ["a constructor's prototype", JSON_TYPE, '{"constructor":{"prototype":{"roles":["admin"]}}}'],
  ["a number beyond numbers", JSON_TYPE, '{"unexpected":1e999}'],
  ["more than fits", JSON_TYPE, `{"unexpected":"${"a".repeat(2_500_000)}"}`],
  ["plain text", { "content-type": "text/plain" }, "{}"],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }, "a=b"],
  ["XML", { "content-type": "application/xml" }, "<a/>"],
  ["a type that is none", { "content-type": "nonsense" }, "{}"],
];

test.each(TABLE.filter(([, route]) => route.body || route.multipart))(
  "%s refuses bodies that are none",
  async (name, route) => {
    const { headers, request } = await prepareStill(name, route);
    const url = addressOf(api.url, route, request);
    const faults: string[] = [];
    await runAll(WRONG_BODIES, async ([what, type, body]) => {
      const answer = await send(url, { method: route.method, headers: { ...headers, ...type }, body });
      if (!isRefusal(answer)) faults.push(`${what}: ${inWords(answer)}`);
    });
    expect(faults).toEqual([]);
  },
);

test("an address that cannot be read is refused as any other fault", async () => {
  const answer = await send(`${api.url}/api/videos/%E0%A4%A`, {});
  expect([answer.status, answer.code]).toEqual([400, "bad_request"]);
});

test("a multipart body that breaks off is refused", async () => {
  const route = routes.uploadChunk;
  const { headers, request } = await prepareCall("uploadChunk", route);
  const answer = await send(addressOf(api.url, route, request), {
    method: route.method,
    headers: { ...headers, "content-type": "multipart/form-data; boundary=edge" },
    body: '--edge\r\ncontent-disposition: form-data; name="video"; filename="a"\r\n\r\nbyt',
  });
  expect(answer.status).toBe(400);
});
