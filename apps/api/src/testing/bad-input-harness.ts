import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll } from "vitest";
import { hashPassword } from "../modules/accounts/auth/index.ts";
import { guestHeadersOf } from "../modules/projects/review-links/testing/fixtures.ts";
import { readLeniently } from "../platform/http/read-leniently.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import {
  fitText,
  freeTextsOf,
  HOSTILE_TEXTS,
  type InvalidValue,
  invalidValuesOf,
  withValue,
} from "./invalid-values.ts";
import { createPopulatedClients, type PopulatedClient } from "./populated-client.ts";
import { type RequestSample, sampleRequest } from "./request-samples.ts";
import { type RequestPart, schemasOf } from "./request-schemas.ts";
import { addCaller, apiKeyHeaders, type CallerKind, type TestCaller } from "./route-callers.ts";
import { targetedRequest } from "./route-targets.ts";
import { addressOf, sendRequest, sendTestRequest, type TestResponse } from "./send-request.ts";
import { UNLIMITED } from "./unlimited.ts";

const MAX_CONCURRENT_CALLS = 4;
type CallerRole = "admin" | "manager";

/** All calls, by their names. */
export const ROUTE_ENTRIES = Object.entries(routes as Record<string, RouteSpec>);

/** A call that would succeed. */
export interface PreparedCall {
  headers: Record<string, string>;
  request: RequestSample;
}

export interface ValidCall extends PreparedCall {
  /** Records the response to the call: after a rejection, the next call reuses the client and its data. */
  note(status: number): void;
}

/** A wrong value in a part of a request. */
export interface InvalidPart {
  part: RequestPart;
  damage: InvalidValue;
}

/** A client and a caller. */
interface CallOwner {
  target: PopulatedClient;
  caller: TestCaller;
}

/** A malformed body: its name, its headers and its content. */
export type WrongBody = readonly [what: string, headers: Record<string, string>, body: string];

export interface BadInputHarness {
  readonly url: string;
  /** Prepares a caller admitted by the route's guard, and a valid call about their client. */
  prepareCall(name: string, route: RouteSpec): Promise<PreparedCall>;
  /** Prepares a valid call; about a shared client if the call only reads, or if earlier calls were rejected. */
  prepareValid(name: string, route: RouteSpec): Promise<ValidCall>;
  /** Sends each damage to the route. @returns those that were not rejected by the name of their field. */
  listMisnamed(name: string, route: RouteSpec, damages: readonly InvalidPart[]): Promise<string[]>;
  /**
   * Sends hostile texts to the route, one call per round: the first text field gets the text with the round's number, the next
   * field the following text, and so on.
   * @returns the calls that broke.
   */
  listBroken(name: string, route: RouteSpec, rounds: readonly number[]): Promise<string[]>;
  /** Sends each body to the route. @returns those that were not rejected. */
  listAccepted(name: string, route: RouteSpec, bodies: readonly WrongBody[]): Promise<string[]>;
}

/**
 * Starts an API for a file's tests of invalid input.
 * @example const harness = useBadInputHarness(); // at the top of the file
 */
export function useBadInputHarness(): BadInputHarness {
  let api: TestApi;
  let passwordHash: string;
  let newWorld: () => Promise<PopulatedClient>;
  const standing = new Map<CallerRole, Promise<CallOwner>>();
  const spare = new Map<CallerRole, CallOwner>();
  beforeAll(async () => {
    api = await startTestApi(UNLIMITED);
    passwordHash = await hashPassword(PASSWORD);
    newWorld = createPopulatedClients(api.database.db, passwordHash);
  });
  afterAll(() => api.close());

  async function addCallerOf(role: CallerRole) {
    const target = await newWorld();
    const kind: CallerKind = { name: "the caller", roles: [role], of: "target" };
    const caller = await addCaller(api.database.db, kind, { target, other: target }, passwordHash);
    return { target, caller };
  }
  async function prepareCall(name: string, route: RouteSpec): Promise<PreparedCall> {
    return prepareOwnerCall(name, route, await addCallerOf(roleFor(route)));
  }
  /** Prepares a call about a shared client: a call that is rejected, or only reads, changes nothing. */
  async function prepareStill(name: string, route: RouteSpec): Promise<PreparedCall> {
    const role = roleFor(route);
    const added = standing.get(role) ?? addCallerOf(role);
    standing.set(role, added);
    return prepareOwnerCall(name, route, await added);
  }
  async function prepareValid(name: string, route: RouteSpec): Promise<ValidCall> {
    if (route.method === "GET") return { ...(await prepareStill(name, route)), note: () => undefined };
    const role = roleFor(route);
    const owner = spare.get(role) ?? (await addCallerOf(role));
    spare.set(role, owner);
    const note = (status: number) => {
      if (status < 400 && spare.get(role) === owner) spare.delete(role);
    };
    return { ...prepareOwnerCall(name, route, owner), note };
  }
  return {
    get url() {
      return api.url;
    },
    prepareCall,
    prepareValid,
    async listMisnamed(name, route, damages) {
      const { headers, request } = await prepareStill(name, route);
      const fullest = sampleRequest(route, "fullest");
      const faults: string[] = [];
      await runAll(damages, async ({ part, damage }) => {
        const whole = withOuterField(request[part], fullest[part], damage.path);
        const damaged = { ...request, [part]: withValue(whole, damage.at ?? damage.path, damage.value) };
        if (isAcceptedForOldClients(route, part, damaged[part])) return;
        const answer = await sendRequest(api.url, route, damaged, headers);
        if (answer.status === 400 && answer.code === "bad_request" && namesField(answer, damage)) return;
        // A public call accepts only small bodies: larger ones are rejected before their fields are read.
        if (route.guard === "public" && damage.name === "endless" && answer.code === "body_too_large") return;
        faults.push(`${part} ${damage.path.join(".")} ${damage.name}: ${describeAnswer(answer)}`);
      });
      return faults;
    },
    async listBroken(name, route, rounds) {
      const parts = Object.entries(schemasOf(route)) as [RequestPart, object][];
      const places = parts.flatMap(([part, schema]) => freeTextsOf(schema).map((at) => ({ part, ...at })));
      if (places.length === 0) return [];
      const { headers, request, note } = await prepareValid(name, route);
      const faults: string[] = [];
      await runAll(rounds, async (round) => {
        let hostile = request;
        for (const [place, { part, path, schema }] of places.entries()) {
          const text = HOSTILE_TEXTS[(round + place) % HOSTILE_TEXTS.length] ?? "";
          hostile = { ...hostile, [part]: withValue(hostile[part], path, fitText(text, schema)) };
        }
        const answer = await sendRequest(api.url, route, hostile, headers);
        note(answer.status);
        if (answer.status >= 500) faults.push(`${JSON.stringify(hostile)}: ${answer.text}`);
      });
      return faults;
    },
    async listAccepted(name, route, bodies) {
      const { headers, request } = await prepareStill(name, route);
      const url = addressOf(api.url, route, request);
      const faults: string[] = [];
      await runAll(bodies, async ([what, type, body]) => {
        const answer = await sendTestRequest(url, {
          method: route.method,
          headers: { ...headers, ...type },
          body,
        });
        // Clients of the old API may send unknown fields.
        const isDropped = route.isOldCall && body.includes('"unexpected"') && answer.status < 500;
        if (!isRefusal(answer) && !isDropped) faults.push(`${what}: ${describeAnswer(answer)}`);
      });
      return faults;
    },
  };
}

/** Lists every invalid value that can be derived from the route's schemas, one at a time. */
export const listInvalidParts = (route: RouteSpec): InvalidPart[] =>
  (Object.entries(schemasOf(route)) as [RequestPart, object][]).flatMap(([part, schema]) =>
    invalidValuesOf(schema, part).map((damage) => ({ part, damage })),
  );

const prepareOwnerCall = (name: string, route: RouteSpec, { target, caller }: CallOwner): PreparedCall => ({
  headers: headersFor(route, target, caller),
  request: targetedRequest(name, route, target, caller),
});

/** Returns the headers of the caller's session, if a session is enough for the guard. */
function headersFor(
  { guard }: RouteSpec,
  target: PopulatedClient,
  caller: TestCaller,
): Record<string, string> {
  if (guard === "apiKey") return apiKeyHeaders(target);
  return guard === "guest" ? guestHeadersOf(target) : caller.headers;
}

const roleFor = ({ guard }: RouteSpec): CallerRole => (guard === "admin" ? "admin" : "manager");

/** Runs the calls in order, a few at a time. */
export async function runAll<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  const worker = async () => {
    for (const each of rest) await run(each);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, worker));
}

/** Includes the object around the damaged field if valid calls may omit it, since its other fields must not be missing. */
function withOuterField(whole: unknown, fullest: unknown, [outer, ...inner]: InvalidValue["path"]): unknown {
  const fields = whole as Record<string, unknown> | undefined;
  if (typeof outer !== "string" || inner.length === 0 || fields?.[outer] !== undefined) return whole;
  return withValue(whole, [outer], (fullest as Record<string, unknown> | undefined)?.[outer]);
}

/** Returns whether a value is accepted from old clients: see `read-leniently.test.ts`. */
function isAcceptedForOldClients(route: RouteSpec, part: RequestPart, value: unknown): boolean {
  const schema = part === "fields" ? route.multipart?.fields : route[part];
  return Boolean(route.isOldCall && schema && readLeniently(schema, value).result.success);
}

const isRefusal = ({ status, code }: TestResponse) => [400, 413, 415].includes(status) && code !== "";

/** Returns whether a response names the field or, for a value of several types, the field that contains it. */
function namesField({ fields }: TestResponse, { path }: InvalidValue): boolean {
  const wanted = path.join(".") || "body";
  const isSame = (named: string) =>
    named === wanted || wanted.startsWith(`${named}.`) || named.startsWith(`${wanted}.`);
  return fields.length > 0 && fields.every((field) => isSame(field.path) || wanted === "body");
}

/** Formats the response as one line, for the message of a failed test. */
export const describeAnswer = (answer: TestResponse) =>
  `${answer.status} ${answer.code} ${answer.fields.map((field) => field.path).join(" ")}`;

const JSON_TYPE = { "content-type": "application/json" };
const nestedArrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** Bodies that are rejected before validation. */
export const WRONG_BODIES: readonly WrongBody[] = [
  ["cut JSON", JSON_TYPE, '{"a":'],
  ["no JSON", JSON_TYPE, "hello"],
  ["nothing", JSON_TYPE, ""],
  ["a prototype", JSON_TYPE, '{"__proto__":{"roles":["admin"]}}'],
  ["a constructor's prototype", JSON_TYPE, '{"constructor":{"prototype":{"roles":["admin"]}}}'],
  ["a number beyond numbers", JSON_TYPE, '{"unexpected":1e999}'],
  ["plain text", { "content-type": "text/plain" }, "{}"],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }, "a=b"],
  ["XML", { "content-type": "application/xml" }, "<a/>"],
  ["a type that is none", { "content-type": "nonsense" }, "{}"],
];

/** Malformed bodies that take long to read. */
export const HEAVY_BODIES: readonly WrongBody[] = [
  ["an array in an array, ever so deep", JSON_TYPE, nestedArrays(50_000)],
  ["a deep field", JSON_TYPE, `{"unexpected":${nestedArrays(50_000)}}`],
  ["more than fits", JSON_TYPE, `{"unexpected":"${"a".repeat(2_500_000)}"}`],
];
