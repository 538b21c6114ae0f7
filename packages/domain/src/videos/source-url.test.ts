import { expect, test } from "vitest";
import { isPlaylistUrl, isRefetched, nameOfUrl, publicUrlOf } from "./source-url.ts";

test.each([
  ["https://a.org/live/master.m3u8?token=1", true],
  ["https://a.org/manifest.MPD", true],
  ["https://a.org/film.mp4?list=a.m3u8", false],
  ["https://a.org/", false],
])("isPlaylistUrl(%s) is %s", (url, expected) => {
  expect(isPlaylistUrl(url)).toBe(expected);
});

test.each([
  ["https://a.org/films/Sea%20of%20fish.mp4?x=1", "Sea of fish.mp4"],
  ["https://a.org/100%", "100%"],
  ["https://a.org/%00", "%00"],
  ["https://a.org/folder/", "folder"],
  ["https://a.org", "a.org"],
])("the name of the file at %s is %s", (url, name) => {
  expect(nameOfUrl(url)).toBe(name);
});

test("publicUrlOf removes credentials, query and fragment", () => {
  expect(publicUrlOf("https://me:secret@a.org:8443/b.mp4?key=1#here")).toBe("https://a.org:8443/b.mp4");
});

test("a file is fetched again if it is incomplete or was faulty", () => {
  const failed = { sourceUrl: "https://a.org/b.mp4", encodingStatus: "error", uploadingPercent: 40 } as const;
  expect(isRefetched({ ...failed, errorType: "url_unreachable" })).toBe(true);
  expect(isRefetched({ ...failed, uploadingPercent: 100, errorType: "not_a_video" })).toBe(true);
  expect(isRefetched({ ...failed, uploadingPercent: 100, errorType: "time_limit" })).toBe(false);
  expect(isRefetched({ ...failed, sourceUrl: null, errorType: "not_a_video" })).toBe(false);
  expect(isRefetched({ ...failed, encodingStatus: "uploading", errorType: null })).toBe(false);
});
