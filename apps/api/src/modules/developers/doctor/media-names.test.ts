import { expect, test } from "vitest";
import { findMissing, folderOf, prefixOf, referredIn } from "./media-names.ts";

const UUID = "0b1d2c3e-0000-4000-8000-000000000001";

test.each([
  [`videos/${UUID}/1/v0/abc.m4s`, { root: "videos", uuid: UUID }],
  [`uploads/${UUID}/source`, { root: "uploads", uuid: UUID }],
  [`lives/${UUID}/2/run/v0/0.m4s`, { root: "lives", uuid: UUID }],
  [`pictures/${UUID}/source/original`, { root: "pictures", uuid: UUID }],
  [`chat/${UUID}/file`, { root: "chat", uuid: UUID }],
  [`attachments/${UUID}/file`, { root: "attachments", uuid: UUID }],
  [`arrivals/${UUID}/archive.tar`, { root: "arrivals", uuid: UUID }],
  [`videos/film/1/v0/abc.m4s`, undefined],
  [`constructor/${UUID}/file`, undefined],
  [UUID, undefined],
])("the owner is read from the name %s", (name, owner) => {
  expect(folderOf(name)).toEqual(owner);
});

test("objects are found in a row's JSON at any depth, and other text is ignored", () => {
  const object = `videos/${UUID}/1/v0/abc.mp4`;
  const indexObject = `videos/${UUID}/1/index/v0.json`;
  const json = {
    title: "videos/none",
    segments: [{ media: { object, offset: 10, length: 5, sha256: "ff" } }, { init: { object } }],
    tracks: [{ indexObject, object: "Harbour" }],
    none: null,
  };
  expect(referredIn(json)).toEqual([
    { object, offset: 10, length: 5, sha256: "ff" },
    { object },
    { object: indexObject },
  ]);
});

test("missing objects are found, and those too short for the last range that is read from them", () => {
  const name = (file: string) => `videos/${UUID}/1/v0/${file}`;
  const referred = [
    { object: name("whole"), offset: 0, length: 10 },
    { object: name("short"), offset: 90, length: 10 },
    { object: name("short"), offset: 0, length: 10 },
    { object: name("gone") },
  ];
  const sizes = new Map([
    [name("whole"), 10],
    [name("short"), 99],
  ]);
  expect(findMissing(referred, sizes)).toEqual([
    { object: name("short"), isShort: true },
    { object: name("gone"), isShort: false },
  ]);
});

test("objects of a video are listed by generation, and others by their owner", () => {
  expect(prefixOf(`videos/${UUID}/3/v0/abc.m4s`)).toBe(`videos/${UUID}/3/`);
  expect(prefixOf(`chat/${UUID}/file`)).toBe(`chat/${UUID}/`);
});
