import { expect, it } from "vitest";
import { readPublishedHashes } from "./published-hashes.ts";

const createDataUrl = (hashes: object) =>
  `data:application/json,${encodeURIComponent(JSON.stringify(hashes))}`;

it("hashes of a video are found by segment number, and unpublished ones are undefined", async () => {
  const hashes = readPublishedHashes(() => createDataUrl({ v0: { init: "i", segments: ["a", null] } }));
  await hashes.refresh();
  expect(["u/1/v0/init", "u/1/v0/0", "u/1/v0/1", "u/1/v0/2", "u/1/v9/0"].map(hashes.find)).toEqual([
    "i",
    "a",
    undefined,
    undefined,
    undefined,
  ]);
});

it("hashes of a live are found from its oldest segment on, and those of parts are undefined", async () => {
  const v0 = { init: "", from: 40, segments: ["a", "b", null] };
  const hashes = readPublishedHashes(() => createDataUrl({ v0 }), "live");
  await hashes.refresh();
  expect(["u/1/v0/39", "u/1/v0/41", "u/1/v0/42", "u/1/v0/41.0"].map(hashes.find)).toEqual([
    undefined,
    "b",
    undefined,
    undefined,
  ]);
  expect(hashes.find("u/1/v0/init")).toBeUndefined();
});
