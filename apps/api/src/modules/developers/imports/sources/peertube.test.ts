import { expect, test } from "vitest";
import { ItemFailed } from "./import-source.ts";
import { describe as describeVideo } from "./peertube.ts";

const origin = "https://video.example";
const parts = { captions: [], chapters: [], origin, ref: "u1" };
const file = (id: number, resolution: number, own: object = {}) => ({
  id,
  resolution: { id: resolution },
  fileUrl: `${origin}/f/${id}.mp4`,
  ...own,
});
const addressOf = (files: ReturnType<typeof file>[], inPlaylist: ReturnType<typeof file>[] = []) =>
  describeVideo({ name: "A", files, streamingPlaylists: [{ files: inPlaylist }] }, parts).item.url;

test("the file with the highest resolution is used, with audio if there is a choice", () => {
  expect(addressOf([file(1, 480), file(2, 1080), file(3, 720)])).toBe(`${origin}/f/2.mp4`);
  expect(addressOf([file(1, 720)], [file(2, 1080)])).toBe(`${origin}/f/2.mp4`);
  expect(addressOf([file(1, 720)], [file(2, 720, { hasAudio: false })])).toBe(`${origin}/f/1.mp4`);
});

test("separate video and audio files are joined by the server", () => {
  const files = [file(7, 0, { hasVideo: false, hasAudio: true }), file(8, 1080, { hasAudio: false })];
  expect(addressOf([], files)).toBe(`${origin}/download/videos/generate/u1?videoFileIds=8&videoFileIds=7`);
  // A film without sound has one file.
  expect(addressOf([file(8, 1080, { hasAudio: false })])).toBe(`${origin}/f/8.mp4`);
});

test("a video without a file, or with an invalid file address, fails alone", () => {
  expect(() => addressOf([])).toThrow(ItemFailed);
  expect(() => addressOf([file(1, 0, { hasVideo: false, hasAudio: true })])).toThrow(ItemFailed);
  expect(() => addressOf([{ ...file(1, 720), fileUrl: "file:///etc/passwd" }])).toThrow(ItemFailed);
});

test("fields that exceed our limits are shortened or left out, and reported", () => {
  const { item, faults } = describeVideo(
    {
      name: "T".repeat(400),
      description: "D\0".repeat(6_000),
      tags: ["sea", "sea", "a|:|b", " "],
      files: [file(1, 720)],
    },
    {
      ...parts,
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
    captions: [{ url: `${origin}/fr.vtt`, language: "fr", label: "Français" }],
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
    { name: "A", files: [file(1, 720)], tags: many("sea") },
    {
      ...parts,
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
