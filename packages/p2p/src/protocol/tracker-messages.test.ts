import { describe, expect, it } from "vitest";
import { segmentIdOfUrl } from "./segment-id.ts";
import {
  joinRequest,
  parseTrackerReply,
  parseTrackerRequest,
  type TrackerReply,
} from "./tracker-messages.ts";

const RULES = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,

  uploadOnCellular: false,
  savedSegments: 3,
  interISP: false,
};

describe("a tracker request", () => {
  it.each([
    joinRequest("t"),
    { type: "renew", ticket: "t" },
    { type: "signal", to: "p1", signal: { kind: "offer", sdp: "v=0" } },
    {
      type: "signal",
      to: "p1",
      signal: { kind: "candidate", candidate: "c", sdpMid: "0", sdpMLineIndex: 0 },
    },
    { type: "part", peer: "p1" },
    { type: "more" },
    { type: "seen", segment: "u/1/v0/3", sha256: "0".repeat(64) },
    { type: "hash", segment: "u/1/v0/3" },
    { type: "ping" },
  ])("is the same after serialising and parsing: %j", (request) => {
    expect(parseTrackerRequest(JSON.stringify(request))).toEqual(request);
  });

  it.each([
    "",
    "[]",
    "null",
    "{",
    '{"type":"signal","to":"p1"}',
    '{"type":"signal","to":"../p","signal":{"kind":"offer","sdp":"v=0"}}',
    '{"type":"join","ticket":1,"version":1}',
    '{"type":"shutdown"}',
    '{"type":"hash","segment":"u"}',
    '{"type":"seen","segment":"u/1/v0/3","sha256":"00"}',
    JSON.stringify({ type: "join", version: 1, ticket: "t".repeat(20_000) }),
  ])("is rejected if it is malformed: %s", (text) => {
    expect(parseTrackerRequest(text)).toBeUndefined();
  });

  it("loses unknown fields when it is parsed", () => {
    expect(parseTrackerRequest('{"type":"ping","extra":1}')).toEqual({ type: "ping" });
  });
});

describe("a tracker reply", () => {
  const replies: TrackerReply[] = [
    { type: "joined", peerId: "p", audience: 3, rules: RULES },
    { type: "peers", peers: [{ id: "p2", isInitiator: true }] },
    { type: "signal", from: "p2", signal: { kind: "answer", sdp: "v=0" } },
    { type: "unmatched", peer: "p2" },
    { type: "audience", count: 4 },
    { type: "rules", rules: RULES },
    { type: "pong" },
    { type: "confirmed", segment: "u/1/v0/3", sha256: "f".repeat(64) },
    { type: "confirmed", segment: "u/1/v0/3", sha256: null },
  ];
  it.each(replies)("is the same after serialising and parsing: %j", (reply) => {
    expect(parseTrackerReply(JSON.stringify(reply))).toEqual(reply);
  });

  it("is ignored if its type is unknown", () => {
    expect(parseTrackerReply('{"type":"weather"}')).toBeUndefined();
  });
});

describe("segmentIdOfUrl", () => {
  it.each([
    ["https://e.example/m/TOKEN/u-1/2/v0/12.m4s", "u-1/2/v0/12"],
    ["/m/other/u-1/2/a0/init.m4s?x=1", "u-1/2/a0/init"],
    ["https://e.example/m/TOKEN/u-1/2/v0.m3u8", undefined],
    ["https://cdn.example/video/12.m4s", undefined],
  ])("of %s returns %s", (url, segment) => {
    expect(segmentIdOfUrl(url)).toBe(segment);
  });
});
