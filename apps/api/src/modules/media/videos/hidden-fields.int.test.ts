import { type Role, type RouteSpec, routes, VideoForAnalytics, VideoListQuery } from "@shoal/contract";
import { REQUESTED_VIDEO_FIELDS, SEARCH_KEYWORDS } from "@shoal/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { collectFields } from "../../../platform/http/misspelt-fields.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";

const MANY_FILTERS: Record<string, unknown> = {
  type: "vod",
  error: false,
  isTopLevel: true,
  user: "somebody",
  directStream: ["no"],
  status: ["encoded"],
  encodingStatus: ["encoded"],
  tags: ["secret"],
};
const SAMPLE_UUID = "0190a8f0-0000-4000-8000-000000000001";
const findExample = (name: string) =>
  MANY_FILTERS[name] ?? (["uuids", "categories"].includes(name) ? [SAMPLE_UUID] : SAMPLE_UUID);

/** Every way in which a list query can reveal one field. */
const REVEALING_QUERIES: [question: string, field: string, query: Record<string, unknown>][] = [
  ...Object.entries(REQUESTED_VIDEO_FIELDS.search).map(
    ([word, field]): (typeof REVEALING_QUERIES)[number] => [
      `search ${word}`,
      field,
      { search: `harbour ${word}:secret` },
    ],
  ),
  ...Object.entries(REQUESTED_VIDEO_FIELDS.filter).map(
    ([name, field]): (typeof REVEALING_QUERIES)[number] => [
      `filter ${name}`,
      field,
      { filter: { [name]: findExample(name) } },
    ],
  ),
  ...Object.entries(REQUESTED_VIDEO_FIELDS.warnings).map(
    ([warning, field]): (typeof REVEALING_QUERIES)[number] => [
      `warning ${warning}`,
      field,
      { filter: { warnings: [warning] } },
    ],
  ),
  ...Object.entries(REQUESTED_VIDEO_FIELDS.sort).flatMap(([name, field]) =>
    ([1, -1] as const).map((direction): (typeof REVEALING_QUERIES)[number] => [
      `sort ${name} ${direction}`,
      field,
      { sort: { [name]: direction } },
    ]),
  ),
  ["tags", "tags", { tags: ["secret"] }],
  ["tags left out", "tags", { excludedTags: ["secret"] }],
];

let api: TestApi;
let manager: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  await manager.call(routes.createVideo, { body: { title: "Harbour", tags: ["secret"], size: 1 } });
});
afterAll(() => api.close());

/** Sends the same query for a page and for a count. @returns the status of each, or the error. */
async function statusesOf({ credential }: TestUser, query: Record<string, unknown>) {
  const answers: unknown[] = [];
  for (const pagesize of ["20", "0"]) {
    const asked = Object.entries({ ...query, pagesize }).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    const address = `${api.url}/api/videos?${new URLSearchParams(asked)}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${credential}` } });
    const { code, fields } = (await answer.json()) as { code?: string; fields?: { path: string }[] };
    answers.push(
      answer.status === 403 ? [code, fields?.map(({ path }) => path.split(".")[0])] : answer.status,
    );
  }
  return answers;
}

test.each<[Role[], boolean]>([
  [["readAnalytics"], true],
  [["editor"], false],
  [["editor", "readAnalytics"], false],
  [["manager"], false],
])("a user with the roles %j can query videos only by fields that they can see", async (roles, isReader) => {
  const user = await api.addUser(roles, { clientOf: manager });
  const wrong: string[] = [];
  for (const [question, field, query] of REVEALING_QUERIES) {
    const isHidden = isReader && !Object.hasOwn(VideoForAnalytics.shape, field);
    const refusal = ["forbidden", Object.keys(query)];
    const answers = await statusesOf(user, query);
    const expected = isHidden ? [refusal, refusal] : [200, 200];
    if (JSON.stringify(answers) !== JSON.stringify(expected))
      wrong.push(`${question}: ${JSON.stringify(answers)}`);
  }
  expect(wrong).toEqual([]);
});

test("every parameter of a list query is in the table of requested fields", () => {
  const { shape } = VideoListQuery;
  const properties = (schema: z.ZodType) => {
    const { properties: found = {}, anyOf = [] } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
    }) as {
      properties?: object;
      anyOf?: { properties?: object }[];
    };
    return [found, ...anyOf.map((each) => each.properties ?? {})].flatMap(Object.keys);
  };
  const filters = properties(shape.filter).filter((name) => !["warnings", "client"].includes(name));
  expect(new Set(filters)).toEqual(new Set(Object.keys(REQUESTED_VIDEO_FIELDS.filter)));
  expect(new Set(Object.keys(REQUESTED_VIDEO_FIELDS.search))).toEqual(new Set(SEARCH_KEYWORDS));
  const asked = ["search", "tags", "excludedTags", "sort", "filter", "client", "page", "pagesize"];
  expect(new Set(Object.keys(shape))).toEqual(new Set(asked));
});

test("no other call for analytics readers filters or sorts by hidden fields of videos", () => {
  /** The reviewed calls. They reveal only what they also return to the caller, or reject hidden fields. */
  const known: Record<string, string[]> = {
    listVideos: ["search", "tags", "excludedTags", "sort", "filter", "client"],
    listMetricsKeys: ["filter", "sort", "count"],
    listOwnMetricsKeys: ["filter", "sort", "count"],
  };
  const hidden = new Set<string>(
    Object.values(REQUESTED_VIDEO_FIELDS)
      .flatMap((table) => Object.entries(table))
      .flatMap(([name, field]) => (Object.hasOwn(VideoForAnalytics.shape, field) ? [] : [name, field])),
  );
  const open = Object.entries(routes as Record<string, RouteSpec>).flatMap(
    ([name, { guard, query, method }]) => {
      const isReaders = ["user", "readAnalytics", "readAnalyticsOrKey"].includes(guard) && method === "GET";
      if (!isReaders || !query || name in known) return [];
      const named = new Set<string>();
      collectFields(z.toJSONSchema(query, { io: "input", unrepresentable: "any" }), named);
      return [...hidden].filter((field) => named.has(field)).map((field) => `${name}: ${field}`);
    },
  );
  expect(open).toEqual([]);
});

test("an analytics reader cannot filter rankings of metrics keys by other authors", async () => {
  const reader = await api.addUser(["readAnalytics"], { clientOf: manager });
  for (const route of [routes.listMetricsKeys, routes.listOwnMetricsKeys]) {
    await expect(
      reader.call(route, { query: { filter: { user: manager.username } } as never }),
    ).rejects.toMatchObject({
      code: "forbidden",
      fields: [{ path: "filter.user" }],
    });
    const own = { query: { filter: { user: reader.username } } as never };
    expect((await reader.call(route, own))._embedded).toEqual([]);
    const others = { query: { filter: { user: reader.username } } as never };
    expect((await manager.call(route, others))._embedded).toEqual([]);
  }
});
