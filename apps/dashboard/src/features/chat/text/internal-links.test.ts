import { expect, test } from "vitest";
import {
  frameAddress,
  hasTimes,
  internalLinkOf,
  internalLinksIn,
  timedPieces,
  videoAddress,
} from "./internal-links.ts";

const BASE = "https://shoal.example/";
const UUID = "11111111-2222-4333-8444-555555555555";

test.each([
  [`${BASE}#/player/${UUID}`, { kind: "video", uuid: UUID }],
  [`${BASE}#/player/${UUID}?start=3`, { kind: "video", uuid: UUID }],
  [`${BASE}#/vireed/${UUID}/2?frame=5`, { kind: "project", uuid: UUID, version: "2" }],
  [`${BASE}#/player/${UUID}/more`, undefined],
  [`https://elsewhere.example/#/player/${UUID}`, undefined],
  [`https://shoal.example.evil.example/#/player/${UUID}`, undefined],
  [`${BASE}#/admin/${UUID}`, undefined],
])("the address %s is recognised only if it belongs to this dashboard", (href, expected) => {
  expect(internalLinkOf(href, BASE)).toEqual(expected);
});

test("the first three of a text's own links are found, each once", () => {
  const other = (digit: number) => UUID.replace(/^1/, String(digit));
  const links = [UUID, UUID, other(2), other(3), other(4)].map((uuid) => `(${BASE}#/player/${uuid})`);
  expect(internalLinksIn(links.join(" and "), BASE).map(({ uuid }) => uuid)).toEqual([
    UUID,
    other(2),
    other(3),
  ]);
});

test("times are recognised in a text, but not ratios, dates and longer numbers", () => {
  expect(timedPieces("from 00:01:12 to 1:00:00:24.")).toEqual([
    { text: "from " },
    { text: "00:01:12", time: { hours: 0, minutes: 1, seconds: 12, frames: 0 } },
    { text: " to " },
    { text: "1:00:00:24", time: { hours: 1, minutes: 0, seconds: 0, frames: 24 } },
    { text: "." },
  ]);
  for (const text of ["16:9", "12:30", "00:61:00", "1:2:3:4:5", "123:00:00"])
    expect(hasTimes(text)).toBe(false);
});

test("a time links to its second in a video, and to its frame in a project", () => {
  const time = { hours: 0, minutes: 1, seconds: 2, frames: 3 };
  expect(videoAddress(UUID, time)).toBe(`#/player/${UUID}?start=62`);
  const frames = { rate: { num: 25, den: 1 }, count: 2_000, isVariable: false, startTimecode: null };
  expect(frameAddress(UUID, 2, frames, time)).toBe(`#/vireed/${UUID}/2?frame=1553`);
  expect(frameAddress(UUID, 2, { ...frames, count: 100 }, time)).toBeUndefined();
  const later = { ...frames, startTimecode: "01:00:00:00" };
  expect(frameAddress(UUID, 2, later, { ...time, hours: 1 })).toBe(`#/vireed/${UUID}/2?frame=1553`);
  expect(frameAddress(UUID, 2, later, time)).toBe(`#/vireed/${UUID}/2?frame=1553`);
});
