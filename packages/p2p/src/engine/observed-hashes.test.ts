import { expect, it } from "vitest";
import type { TrackerRequest } from "../protocol/index.ts";
import { ObservedHashes } from "./observed-hashes.ts";

const SEGMENT = "cdn/0/film/1";

function setUp(isTrackerThere = true) {
  const sent: TrackerRequest[] = [];
  const offered: string[] = [];
  const hashes = new ObservedHashes({
    notify: (request) => sent.push(request) > 0 && isTrackerThere,
    onConfirmed: (segment) => offered.push(segment),
  });
  return { told: sent, offered, hashes };
}

it("a segment that this viewer received from the server is offered once the tracker confirms its hash", () => {
  const { told, offered, hashes } = setUp();
  hashes.saw(SEGMENT, "1");
  expect(told).toEqual([{ type: "seen", segment: SEGMENT, sha256: "1" }]);
  expect(hashes.find(SEGMENT)).toBeUndefined();
  hashes.handleConfirmed(SEGMENT, "1");
  expect(hashes.find(SEGMENT)).toBe("1");
  expect(offered).toEqual([SEGMENT]);
});

it("a segment is not offered if another hash is confirmed, and a doubted hash is dropped", () => {
  const { offered, hashes } = setUp();
  hashes.saw(SEGMENT, "1");
  hashes.handleConfirmed(SEGMENT, "2");
  expect(offered).toEqual([]);
  hashes.handleConfirmed(SEGMENT, null);
  expect(hashes.find(SEGMENT)).toBeUndefined();
});

it("concurrent refreshes send one request, and a refresh resolves at once if the tracker is unreachable", async () => {
  const { told, hashes } = setUp();
  const asked = Promise.all([hashes.refresh(SEGMENT), hashes.refresh(SEGMENT)]);
  expect(told).toHaveLength(1);
  hashes.handleConfirmed(SEGMENT, null);
  await asked;
  await setUp(false).hashes.refresh(SEGMENT);
});
