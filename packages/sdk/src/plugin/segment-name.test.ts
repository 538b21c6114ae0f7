import { isSegmentId, placeOf } from "@shoal/p2p";
import { expect, it } from "vitest";
import { nameSegment } from "./segment-name.ts";

const nameSegmentPath = (path: string) => nameSegment(`https://cdn.example.com${path}`) ?? "";

it("a segment's name is the same on every host and for every signature", () => {
  const other = nameSegment("https://b.example.net/film/seg-00012.ts?sig=2#x");
  expect(nameSegmentPath("/film/seg-00012.ts?sig=1")).toBe(other);
  expect(isSegmentId(other)).toBe(true);
});

it("segment names differ by path, number and leading zeros", () => {
  const paths = ["/a/1.ts", "/a/01.ts", "/a/10.ts", "/a/100.ts", "/a/0.ts", "/a/00.ts", "/b/1.ts", "/a/x.ts"];
  expect(new Set(paths.map(nameSegmentPath)).size).toBe(paths.length);
  expect(
    new Set(["/v1/a.ts", "/v2/a.ts", "/1700000000123.ts", "/1700000000124.ts"].map(nameSegmentPath)).size,
  ).toBe(4);
});

it("consecutive numbers are consecutive indexes of one track", () => {
  const [nine, ten] = [placeOf(nameSegmentPath("/a/seg9.m4s")), placeOf(nameSegmentPath("/a/seg10.m4s"))];
  expect(ten).toEqual({ track: nine.track, index: nine.index + 1 });
});

it("each byte range of a file has its own name", () => {
  const part = (fromByte: number, toByte: number) =>
    nameSegment("https://cdn.example.com/film.mp4", { fromByte, toByte });
  expect(new Set([part(0, 100), part(100, 200), part(0, 200), nameSegmentPath("/film.mp4")]).size).toBe(4);
});

it("nameSegment returns undefined for blob and data URLs", () => {
  expect(nameSegment("blob:https://a/b")).toBeUndefined();
  expect(nameSegment("data:video/mp4;base64,AA")).toBeUndefined();
});
