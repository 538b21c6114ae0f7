import { describe, expect, it } from "vitest";
import { isHostMessage } from "./host-messages.ts";
import { pickLanguage } from "./i18n/texts.ts";
import { readOptions } from "./options.ts";
import { qualityLabel } from "./playback/playback.ts";
import { formatTime } from "./skin/format.ts";
import { parseStoryboard, tileAt } from "./skin/storyboard.ts";

describe("the embed page's address", () => {
  it("says which video and how", () => {
    const url = new URL(
      "https://e.example/embed/u-1?autoplay=1&muted=1&start=12.5&loop=1&controls=0&title=0&lang=fr&p2p=0",
    );
    expect(readOptions(url)).toEqual({
      ...{ uuid: "u-1", autoplay: true, muted: true, loop: true, hasControls: false, hasTitle: false },
      ...{ startSec: 12.5, isPeering: false, language: "fr" },
    });
  });

  it.each([
    ["?autoplay=1", true],
    ["?autoplay=0", false],
    ["", null],
    ["?autoplay=yes", null],
  ])("with %j plays by itself: %s", (query, autoplay) => {
    expect(readOptions(new URL(`https://e.example/embed/u${query}`)).autoplay).toBe(autoplay);
  });

  it.each(["-3", "abc", "Infinity"])("with start=%s begins at the beginning", (start) => {
    expect(readOptions(new URL(`https://e.example/embed/u?start=${start}`)).startSec).toBe(0);
  });
});

describe("the language", () => {
  it.each([
    ["fr", ["en"], "fr"],
    [null, ["de", "fr-CA", "en"], "fr"],
    ["xx", ["de"], "en"],
  ] as const)("asked %s, preferred %j, is %s", (asked, preferred, language) => {
    expect(pickLanguage(asked, preferred)).toBe(language);
  });
});

it.each([
  [240, "240p SD"],
  [720, "720p HD"],
  [1080, "1080p"],
  [1440, "1440p 2K"],
  [2160, "2160p 4K"],
])("labels a rendition of %i lines %s", (height, label) => {
  expect(qualityLabel(height)).toBe(label);
});

it.each([
  [0, "0:00"],
  [187.9, "3:07"],
  [3_725, "1:02:05"],
  [Number.NaN, "0:00"],
])("writes %d s as %s", (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

describe("a storyboard", () => {
  const vtt = [
    "WEBVTT",
    "00:00:00.000 --> 00:00:04.000\nsprite.jpg#xywh=0,0,160,90",
    "2\n00:04.000 --> 00:08.000\nsprite.jpg#xywh=160,0,160,90",
    "00:08.000 --> 00:12.000\nno region here",
  ].join("\n\n");

  it("is read with or without cue names and hours; a malformed cue is left out", () => {
    const tiles = parseStoryboard(vtt, "https://e.example/m/t/u/1/storyboard.vtt");
    expect(tiles).toHaveLength(2);
    expect(tiles[1]).toMatchObject({
      startSec: 4,
      endSec: 8,
      x: 160,
      url: "https://e.example/m/t/u/1/sprite.jpg",
    });
    expect(tileAt(tiles, 5)?.x).toBe(160);
    expect(tileAt(tiles, 99)?.x).toBe(160);
  });

  it("of nothing has no tiles", () => {
    expect(tileAt(parseStoryboard("", "https://e.example/"), 1)).toBeUndefined();
  });
});

it.each([
  [{ shoal: "follow" }, true],
  [{ shoal: "seek", sec: 12.5 }, true],
  [{ shoal: "seek", sec: Number.NaN }, false],
  [{ shoal: "seek" }, false],
  [{ shoal: "play" }, false],
  ["follow", false],
  [null, false],
])("hears %j of the page around it: %s", (data, isHeard) => {
  expect(isHostMessage(data)).toBe(isHeard);
});
