import { expect, test } from "vitest";
import {
  frameAddress,
  hasTimes,
  internalLinkOf,
  internalLinksIn,
  timedPieces,
  videoAddress,
} from "./internal-links.ts";

const BASE_URL = "https://shoal.example/";
const VIDEO_UUID = "11111111-2222-4333-8444-555555555555";

test.each([
  [`${BASE_URL}#/player/${VIDEO_UUID}`, { kind: "video", uuid: VIDEO_UUID }],
  [`${BASE_URL}#/player/${VIDEO_UUID}?start=3`, { kind: "video", uuid: VIDEO_UUID }],
  [`${BASE_URL}#/vireed/${VIDEO_UUID}/2?frame=5`, { kind: "project", uuid: VIDEO_UUID, version: "2" }],
  [`${BASE_URL}#/player/${VIDEO_UUID}/more`, undefined],
  [`https://elsewhere.example/#/player/${VIDEO_UUID}`, undefined],
  [`https://shoal.example.evil.example/#/player/${VIDEO_UUID}`, undefined],
  [`${BASE_URL}#/admin/${VIDEO_UUID}`, undefined],
])("the address %s is recognised only if it belongs to this dashboard", (href, expected) => {
  expect(internalLinkOf(href, BASE_URL)).toEqual(expected);
});

test("the first three of a text's own links are found, each once", () => {
  const other = (digit: number) => VIDEO_UUID.replace(/^1/, String(digit));
  const links = [VIDEO_UUID, VIDEO_UUID, other(2), other(3), other(4)].map(
    (uuid) => `(${BASE_URL}#/player/${uuid})`,
  );
  expect(internalLinksIn(links.join(" and "), BASE_URL).map(({ uuid }) => uuid)).toEqual([
    VIDEO_UUID,
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
  expect(videoAddress(VIDEO_UUID, time)).toBe(`#/player/${VIDEO_UUID}?start=62`);
  const frames = { rate: { num: 25, den: 1 }, count: 2_000, isVariable: false, startTimecode: null };
  expect(frameAddress(VIDEO_UUID, 2, frames, time)).toBe(`#/vireed/${VIDEO_UUID}/2?frame=1553`);
  expect(frameAddress(VIDEO_UUID, 2, { ...frames, count: 100 }, time)).toBeUndefined();
  const later = { ...frames, startTimecode: "01:00:00:00" };
  expect(frameAddress(VIDEO_UUID, 2, later, { ...time, hours: 1 })).toBe(
    `#/vireed/${VIDEO_UUID}/2?frame=1553`,
  );
  expect(frameAddress(VIDEO_UUID, 2, later, time)).toBe(`#/vireed/${VIDEO_UUID}/2?frame=1553`);
});
