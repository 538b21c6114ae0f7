import { type RouteSpec, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  describeAnswer,
  HEAVY_BODIES,
  type InvalidPart,
  listInvalidParts,
  ROUTE_ENTRIES,
  runAll,
  useBadInputHarness,
  WRONG_BODIES,
} from "../testing/bad-input-harness.ts";
import { edgesOf, withValue } from "../testing/invalid-values.ts";
import { type RequestSample, sampleRequest } from "../testing/request-samples.ts";
import { REQUEST_PARTS, type RequestPart, schemasOf } from "../testing/request-schemas.ts";
import { addressOf, sendRequest, sendTestRequest } from "../testing/send-request.ts";

/** Characters that identify a value: the longest values repeat one letter. */
const KEY_LENGTH = 200;
const harness = useBadInputHarness();

/** The values that another call already tried at this place. */
const triedValues = new Set<string>();

/**
 * Lists, for each place, the values that no other call tried there, or one value if all were tried: the schema of this call
 * must be checked too.
 */
function listNewInvalidValues(route: RouteSpec): InvalidPart[] {
  const places = Map.groupBy(
    listInvalidParts(route),
    ({ part, damage }) => `${part} ${damage.path.join(".")}`,
  );
  return [...places].flatMap(([place, damages]) => {
    const isNew = ({ damage: { name, value } }: InvalidPart) => {
      const text = JSON.stringify(value) ?? "";
      const key = `${place} ${name} ${text.length} ${text.slice(0, KEY_LENGTH)}`;
      return !triedValues.has(key) && triedValues.add(key);
    };
    const fresh = damages.filter(isNew);
    return fresh.length > 0 ? fresh : damages.slice(0, 1);
  });
}

// bad-input.long.test.ts tries all values for each call.
test.each(ROUTE_ENTRIES)("%s rejects each invalid field by name", async (name, route) => {
  expect(await harness.listMisnamed(name, route, listNewInvalidValues(route))).toEqual([]);
});

test.each(ROUTE_ENTRIES)("%s accepts minimal and maximal valid requests", async (name, route) => {
  for (const size of ["least", "fullest"] as const) {
    const { headers, request, note } = await harness.prepareValid(name, route);
    const answer = await sendRequest(
      harness.url,
      route,
      mergeSample(route, request, sampleRequest(route, size)),
      headers,
    );
    note(answer.status);
    expect(answer.status < 500 && answer.code !== "bad_request", `${size}: ${answer.text}`).toBe(true);
  }
});

test.each(ROUTE_ENTRIES)("%s handles numbers and dates at their limits", async (name, route) => {
  const parts = Object.entries(schemasOf(route)) as [RequestPart, object][];
  const edges = parts.flatMap(([part, schema]) => edgesOf(schema).map((edge) => ({ part, edge })));
  if (edges.length === 0) return;
  const { headers, request, note } = await harness.prepareValid(name, route);
  const faults: string[] = [];
  await runAll(edges, async ({ part, edge }) => {
    const call = { ...request, [part]: withValue(request[part], edge.path, edge.value) };
    const answer = await sendRequest(harness.url, route, call, headers);
    note(answer.status);
    // A size that is accepted elsewhere may be too large for this machine's disk.
    if (answer.status >= 500 && answer.code !== "disk_low")
      faults.push(`${part} ${edge.path.join(".")} ${String(edge.value)}: ${describeAnswer(answer)}`);
  });
  expect(faults).toEqual([]);
});

/** Adds the references to existing objects to the sample. */
function mergeSample(route: RouteSpec, request: RequestSample, sample: RequestSample): RequestSample {
  const schemas = schemasOf(route);
  const merge = (part: RequestPart) => {
    if (Array.isArray(sample[part])) return sample[part];
    // If the schema is a union, the request may be of another kind than the sample.
    if (schemas[part]?.anyOf && request[part]) return request[part];
    return { ...(sample[part] as object), ...(request[part] as object) };
  };
  return Object.fromEntries(
    REQUEST_PARTS.filter((part) => part in sample).map((part) => [part, merge(part)]),
  );
}

/** How many of the hostile texts are sent to each place of a call; the choice varies by place and call. */
const TEXTS_OF_A_CALL = 4;

// bad-input.long.test.ts tries all texts at each place.
test.each(ROUTE_ENTRIES.map(([name, route], row) => ({ name, route, row })))(
  "$name treats every text as data",
  async ({ name, route, row }) => {
    const rounds = Array.from({ length: TEXTS_OF_A_CALL }, (_, round) => row * TEXTS_OF_A_CALL + round);
    expect(await harness.listBroken(name, route, rounds)).toEqual([]);
  },
);

const ROUTES_WITH_BODY = ROUTE_ENTRIES.filter(([, route]) => route.body || route.multipart);

/** One call for each way in which bodies are read: as multipart or not, and with each size limit. */
const SPECIALLY_READ_ROUTES = [
  ...new Map(
    ROUTES_WITH_BODY.map((each) => [`${Boolean(each[1].multipart)} ${each[1].maxBodyBytes}`, each]),
  ).values(),
];

test.each(ROUTES_WITH_BODY)("%s rejects malformed bodies", async (name, route) => {
  expect(await harness.listAccepted(name, route, WRONG_BODIES)).toEqual([]);
});

test.each(SPECIALLY_READ_ROUTES)("%s rejects bodies that are expensive to parse", async (name, route) => {
  expect(await harness.listAccepted(name, route, HEAVY_BODIES)).toEqual([]);
});

test("a malformed address is an ordinary bad request", async () => {
  const answer = await sendTestRequest(`${harness.url}/api/videos/%E0%A4%A`, {});
  expect([answer.status, answer.code]).toEqual([400, "bad_request"]);
});

test("a truncated multipart body is rejected", async () => {
  const route = routes.uploadChunk;
  const { headers, request } = await harness.prepareCall("uploadChunk", route);
  const answer = await sendTestRequest(addressOf(harness.url, route, request), {
    method: route.method,
    headers: { ...headers, "content-type": "multipart/form-data; boundary=edge" },
    body: '--edge\r\ncontent-disposition: form-data; name="video"; filename="a"\r\n\r\nbyt',
  });
  expect(answer.status).toBe(400);
});
