import { ERRORS } from "@shoal/contract";
import { MALFORMED_PATHS, requestRaw } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "./testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
});
afterAll(() => harness.close());

const MEDIA_PATH = "/m/token/00000000-0000-4000-8000-000000000000/1";
/** Prefixes of the paths that an edge serves. Malformed paths are appended to them. */
const PATH_PREFIXES = [
  "",
  "/m",
  "/m/token",
  MEDIA_PATH,
  `${MEDIA_PATH}/storyboard`,
  "/embed",
  "/x",
  "/v",
  "/play",
  "/tracker",
].concat(["/thumbnails", "/pictures", "/player", "/plugin", "/samples", "/oembed", "/chat-files"]);

test.each(Object.entries(MALFORMED_PATHS))(
  "%s is refused with 400 or 404 at every prefix",
  async (_, path) => {
    const paths = path.startsWith("/") ? PATH_PREFIXES.map((prefix) => `${prefix}${path}`) : [path];
    const asked = [
      ...paths.map((each) => [harness.edge.url, each] as const),
      [harness.edge.internalUrl, path] as const,
    ];
    for (const [origin, each] of asked) {
      const { status, body } = await requestRaw(origin, each);
      expect([400, 404], `${each} is answered ${status}`).toContain(status);
      expect(Object.keys(ERRORS)).toContain(JSON.parse(body).code);
      expect(body).not.toMatch(/\.[jt]s:\d|node_modules/);
    }
  },
);
