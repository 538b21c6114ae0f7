import { expect, test } from "vitest";
import { findMissing, folderOf, listReferredObjects, prefixOf } from "./media-names.ts";

const VIDEO_UUID = "0b1d2c3e-0000-4000-8000-000000000001";

test.each([
  [`videos/${VIDEO_UUID}/1/v0/abc.m4s`, { root: "videos", uuid: VIDEO_UUID }],
  [`uploads/${VIDEO_UUID}/source`, { root: "uploads", uuid: VIDEO_UUID }],
  [`lives/${VIDEO_UUID}/2/run/v0/0.m4s`, { root: "lives", uuid: VIDEO_UUID }],
  [`pictures/${VIDEO_UUID}/source/original`, { root: "pictures", uuid: VIDEO_UUID }],
  [`chat/${VIDEO_UUID}/file`, { root: "chat", uuid: VIDEO_UUID }],
  [`attachments/${VIDEO_UUID}/file`, { root: "attachments", uuid: VIDEO_UUID }],
  [`arrivals/${VIDEO_UUID}/archive.tar`, { root: "arrivals", uuid: VIDEO_UUID }],
  [`videos/film/1/v0/abc.m4s`, undefined],
  [`constructor/${VIDEO_UUID}/file`, undefined],
  [VIDEO_UUID, undefined],
])("the owner is read from the name %s", (name, owner) => {
  expect(folderOf(name)).toEqual(owner);
});

test("objects are found in a row's JSON at any depth, and other text is ignored", () => {
  const object = `videos/${VIDEO_UUID}/1/v0/abc.mp4`;
  const indexObject = `videos/${VIDEO_UUID}/1/index/v0.json`;
  const json = {
    title: "videos/none",
    segments: [{ media: { object, offset: 10, length: 5, sha256: "ff" } }, { init: { object } }],
    tracks: [{ indexObject, object: "Harbour" }],
    none: null,
  };
  expect(listReferredObjects(json)).toEqual([
    { object, offset: 10, length: 5, sha256: "ff" },
    { object },
    { object: indexObject },
  ]);
});

test("missing objects are found, and those too short for the last range that is read from them", () => {
  const name = (file: string) => `videos/${VIDEO_UUID}/1/v0/${file}`;
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
  expect(prefixOf(`videos/${VIDEO_UUID}/3/v0/abc.m4s`)).toBe(`videos/${VIDEO_UUID}/3/`);
  expect(prefixOf(`chat/${VIDEO_UUID}/file`)).toBe(`chat/${VIDEO_UUID}/`);
});
