import { expect, test } from "vitest";
import { ItemFailed } from "./import-source.ts";
import { describePeertubeVideo as describeVideo } from "./peertube.ts";

const ORIGIN_URL = "https://video.example";
const NO_PARTS = { captions: [], chapters: [], origin: ORIGIN_URL, ref: "u1" };
const peertubeFile = (id: number, resolution: number, own: object = {}) => ({
  id,
  resolution: { id: resolution },
  fileUrl: `${ORIGIN_URL}/f/${id}.mp4`,
  ...own,
});
const addressOf = (
  files: ReturnType<typeof peertubeFile>[],
  inPlaylist: ReturnType<typeof peertubeFile>[] = [],
) => describeVideo({ name: "A", files, streamingPlaylists: [{ files: inPlaylist }] }, NO_PARTS).item.url;

test("the file with the highest resolution is used, with audio if there is a choice", () => {
  expect(addressOf([peertubeFile(1, 480), peertubeFile(2, 1080), peertubeFile(3, 720)])).toBe(
    `${ORIGIN_URL}/f/2.mp4`,
  );
  expect(addressOf([peertubeFile(1, 720)], [peertubeFile(2, 1080)])).toBe(`${ORIGIN_URL}/f/2.mp4`);
  expect(addressOf([peertubeFile(1, 720)], [peertubeFile(2, 720, { hasAudio: false })])).toBe(
    `${ORIGIN_URL}/f/1.mp4`,
  );
});

test("separate video and audio files are joined by the server", () => {
  const files = [
    peertubeFile(7, 0, { hasVideo: false, hasAudio: true }),
    peertubeFile(8, 1080, { hasAudio: false }),
  ];
  expect(addressOf([], files)).toBe(
    `${ORIGIN_URL}/download/videos/generate/u1?videoFileIds=8&videoFileIds=7`,
  );
  // A video without sound has one file.
  expect(addressOf([peertubeFile(8, 1080, { hasAudio: false })])).toBe(`${ORIGIN_URL}/f/8.mp4`);
});

test("a video without a file, or with an invalid file address, fails alone", () => {
  expect(() => addressOf([])).toThrow(ItemFailed);
  expect(() => addressOf([peertubeFile(1, 0, { hasVideo: false, hasAudio: true })])).toThrow(ItemFailed);
  expect(() => addressOf([{ ...peertubeFile(1, 720), fileUrl: "file:///etc/passwd" }])).toThrow(ItemFailed);
});

test("fields that exceed our limits are shortened or left out, and reported", () => {
  const { item, faults } = describeVideo(
    {
      name: "T".repeat(400),
      description: "D\0".repeat(6_000),
      tags: ["sea", "sea", "a|:|b", " "],
      files: [peertubeFile(1, 720)],
    },
    {
      ...NO_PARTS,
      captions: [
        { language: { id: "fr", label: "Français" }, captionPath: "/fr.vtt" },
        { language: { id: "no language" }, captionPath: "/x.vtt" },
      ],
      chapters: [
        { timecode: 0, title: "Start" },
        { timecode: 0, title: "Again" },
        { timecode: -1, title: "Before" },
      ],
    },
  );
  expect(item).toMatchObject({
    tags: ["sea", "a b"],
    captions: [{ url: `${ORIGIN_URL}/fr.vtt`, language: "fr", label: "Français" }],
    chapters: [{ start: 0, title: "Start" }],
  });
  expect([item.title?.length, item.description]).toEqual([300, "D".repeat(6_000)]);
  expect(faults?.map(({ path }) => path)).toEqual([
    "tags.3",
    "captions.1",
    "chapters.1",
    "chapters.2",
    "title",
    "description",
  ]);
});

test("of a million captions, chapters and tags only the first are examined, and the others are reported", () => {
  const many = <T>(entry: T) => Array.from({ length: 1_000_000 }, () => entry);
  const startedMs = performance.now();
  const { item, faults } = describeVideo(
    { name: "A", files: [peertubeFile(1, 720)], tags: many("sea") },
    {
      ...NO_PARTS,
      captions: many({ language: { id: "not a language" }, fileUrl: "nowhere" }),
      chapters: many({ timecode: -1, title: "" }),
    },
  );
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  expect([item.tags, item.captions, item.chapters]).toEqual([["sea"], [], []]);
  expect(faults?.filter(({ reason }) => reason === "is shortened").map(({ path }) => path)).toEqual([
    "tags",
    "captions",
    "chapters",
  ]);
});
