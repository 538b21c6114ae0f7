import { type ApiKeyParameters, type RouteSpec, routes, SCOPES, scopesOf } from "@shoal/contract";
import { expect, test } from "vitest";
import { bindBody, isWithinFixed, readsBody } from "./fixed-parameters.ts";

const FIXED_PARAMETERS = {
  videos: [],
  tag: "partner",
  inputQualities: [{ video: "H264" as const }],
  maxSizeBytes: 1_000,
  titlePrefix: "Partner: ",
} as unknown as ApiKeyParameters;
const fixedKey = { scopes: SCOPES, fixedParameters: FIXED_PARAMETERS };
const bindCreation = (body: object) =>
  bindBody(routes.createVideo, fixedKey, { type: "vod", size: 10, ...body });

test("a new video gets the key's tag, qualities and title prefix, each only once", () => {
  expect(bindCreation({ title: "Harbour", tags: ["sea", "partner"] })).toEqual({
    body: {
      type: "vod",
      size: 10,
      title: "Partner: Harbour",
      tags: ["partner", "sea"],
      inputQualities: FIXED_PARAMETERS.inputQualities,
    },
  });
  expect(bindCreation({ title: "Partner: Harbour" })).toMatchObject({ body: { title: "Partner: Harbour" } });
});

test("every field that contradicts the key is reported, with its index in lists", () => {
  const wrong = { type: "vod", title: "a".repeat(295), inputQualities: [{ video: "AV1" }], size: 1_001 };
  const paths = (bound: ReturnType<typeof bindBody>) =>
    "faults" in bound && bound.faults.map(({ path }) => path);
  expect(paths(bindBody(routes.createVideo, fixedKey, wrong))).toEqual(["title", "inputQualities", "size"]);
  expect(paths(bindCreation({ title: "A", size: undefined }))).toEqual(["size"]);
  expect(paths(bindCreation({ originalname: "a.mp4" }))).toEqual(["title"]);
  expect(paths(bindCreation({ title: "A", url: "https://example.org/a.mp4" }))).toEqual(["url"]);
  const right = { type: "vod", title: "A", size: 1 };
  expect(paths(bindBody(routes.createVideos, fixedKey, [right, wrong]))).toEqual([
    "1.title",
    "1.inputQualities",
    "1.size",
  ]);
});

test("an update keeps the key's tag and prefix, and adds neither if it changes other fields", () => {
  const change = (body: object) => bindBody(routes.updateVideo, fixedKey, body);
  expect(change({ description: "new" })).toEqual({ body: { description: "new" } });
  expect(change({ title: "B", tags: [] })).toEqual({ body: { title: "Partner: B", tags: ["partner"] } });
  expect(change({ inputQualities: "shoalOptimization" })).toMatchObject({
    faults: [{ path: "inputQualities" }],
  });
});

test("creating files requires uploads:write, and creating lives requires lives:write", () => {
  const uploader = { scopes: ["uploads:write" as const], fixedParameters: { videos: [] } };
  expect(bindBody(routes.createVideo, uploader, { type: "live", title: "A" })).toEqual({
    missing: "lives:write",
  });
  const liver = { scopes: ["lives:write" as const], fixedParameters: { videos: [] } };
  expect(bindBody(routes.createVideos, liver, [{ type: "vod", title: "A" }])).toEqual({
    missing: "uploads:write",
  });
  expect(bindBody(routes.createVideo, liver, { type: "live", title: "A" })).toEqual({
    body: { type: "live", title: "A" },
  });
});

test("a key with fixed parameters cannot make calls that would bypass them", () => {
  const changing = Object.entries(routes as Record<string, RouteSpec>).filter(
    ([, route]) =>
      scopesOf(route).some((scope) => scope.endsWith(":write")) && isWithinFixed(route, fixedKey, {}),
  );
  const accepting = changing.filter(([, route]) => {
    const shape = (route.body as { shape?: object } | undefined)?.shape ?? {};
    return (
      !readsBody(route) && ["title", "tags", "inputQualities", "config", "url"].some((name) => name in shape)
    );
  });
  expect(accepting.map(([name]) => name)).toEqual([]);
  const names = changing.map(([name]) => name);
  expect(names).toContain("uploadChunk");
  for (const name of [
    "changeVideos",
    "replaceVideo",
    "cutVideo",
    "updateVideoRules",
    "createSceneList",
    "updateConfig",
  ])
    expect(names).not.toContain(name);
});

test("a key limited to some videos can only call routes about these videos", () => {
  const video = "0b5c3a0e-6a0e-4f0a-9a52-0b6ff3b4f0aa";
  const bound = { fixedParameters: { videos: [video] } };
  const reaches = (route: RouteSpec, params: object) =>
    isWithinFixed(route, bound, params as Record<string, string>);
  expect(reaches(routes.getVideo, { id: video.toUpperCase() })).toBe(true);
  expect(reaches(routes.getVideo, { id: "0b5c3a0e-6a0e-4f0a-9a52-0b6ff3b4f0ab" })).toBe(false);
  expect(reaches(routes.listVideos, {})).toBe(false);
  expect(reaches(routes.getStatisticsTotals, {})).toBe(false);
  expect(reaches(routes.searchAll, {})).toBe(true);
});
