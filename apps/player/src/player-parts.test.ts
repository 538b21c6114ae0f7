import { describe, expect, it } from "vitest";
import { pickLanguage } from "./i18n/texts.ts";
import { rememberPosition } from "./memory/position-memory.ts";
import { parseOptions } from "./options.ts";
import { qualityLabel } from "./playback/playback.ts";
import { initialTrack, preferredTrack } from "./skin/captions-choice.ts";
import { formatTime } from "./skin/format.ts";
import { parseStoryboard, tileAt } from "./skin/preview.ts";

describe("the embed page's URL", () => {
  it("contains the video and the options of the player", () => {
    const url = new URL(
      "https://e.example/embed/u-1?autoplay=1&muted=1&start=12.5&loop=1&controls=0&title=0&lang=fr&p2p=0&consent=0",
    );
    expect(parseOptions(url)).toEqual({
      uuid: "u-1",
      isLink: false,
      autoplay: true,
      muted: true,
      loop: true,
      hasControls: false,
      hasTitle: false,

      startSec: 12.5,
      isPeering: false,
      consent: false,
      language: "fr",
    });
  });

  it.each(["/x/l-1/embed", "/x/l-1"])("%s shows an export link", (path) => {
    expect(parseOptions(new URL(`https://e.example${path}`))).toMatchObject({ uuid: "l-1", isLink: true });
  });

  it("leaves the title to the client unless it has the option title", () => {
    const titleOf = (query: string) => parseOptions(new URL(`https://e.example/v/u${query}`)).hasTitle;
    expect([titleOf(""), titleOf("?title=0"), titleOf("?title=1")]).toEqual([null, false, true]);
  });

  it.each([
    ["?autoplay=1", true],
    ["?autoplay=0", false],
    ["", null],
    ["?autoplay", true],
    ["?autoplay=yes", null],
  ])("with %j sets autoplay to %s", (query, autoplay) => {
    expect(parseOptions(new URL(`https://e.example/embed/u${query}`)).autoplay).toBe(autoplay);
  });

  it.each(["-3", "abc", "Infinity", ""])("with start=%s has no start position", (start) => {
    expect(parseOptions(new URL(`https://e.example/embed/u?start=${start}`)).startSec).toBeNull();
  });

  it.each([
    ["?t=90", 90],
    ["?t=1m30s", 90],
    ["#t=1h2m3s", 3_723],
    ["?t=45s", 45],
    ["#t=1:30", 90],
    ["?start=1:02:03", 3_723],
    ["?t=0", 0],
    ["", null],
  ])("with %s starts at %j", (rest, startSec) => {
    expect(parseOptions(new URL(`https://e.example/embed/u${rest}`)).startSec).toBe(startSec);
  });

  it("can have switches without a value", () => {
    const options = parseOptions(
      new URL("https://e.example/embed/u?muted&loop=true&autoplay=0&controls=false"),
    );
    expect(options).toMatchObject({ muted: true, loop: true, autoplay: false, hasControls: false });
  });
});

describe("the position at which a viewer stopped", () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
  };

  it.each([
    [300, 600, true],
    [9, 600, false],
    [575, 600, false],
    [30, 59, false],
    [7_150, 7_200, false],
    [7_000, 7_200, true],
    [30, Number.NaN, false],
  ])("%i s of %i s is remembered: %s", (positionSec, durationSec, isKept) => {
    const positions = rememberPosition("u", storage());
    positions.keep(positionSec, durationSec);
    expect(positions.find(durationSec)).toBe(isKept ? positionSec : undefined);
  });

  it("is remembered for the last hundred videos, and deleted at the end of a video", () => {
    const kept = storage();
    for (let number = 0; number < 101; number += 1) rememberPosition(`u${number}`, kept).keep(60, 600);
    expect(rememberPosition("u0", kept).find(600)).toBeUndefined();
    expect(rememberPosition("u1", kept).find(600)).toBe(60);
    rememberPosition("u1", kept).keep(599, 600);
    expect(rememberPosition("u1", kept).find(600)).toBeUndefined();
    kept.setItem("shoal:positions", "no JSON");
    expect(rememberPosition("u2", kept).find(600)).toBeUndefined();
  });
});

describe("pickLanguage", () => {
  it.each([
    ["fr", ["en"], "fr"],
    [null, ["de", "fr-CA", "en"], "fr"],
    ["xx", ["de"], "en"],
  ] as const)("for ?lang=%s and the preferences %j returns %s", (asked, preferred, language) => {
    expect(pickLanguage(asked, preferred)).toBe(language);
  });
});

it.each([
  [240, "240p SD"],
  [720, "720p HD"],
  [1080, "1080p"],
  [1440, "1440p 2K"],
  [2160, "2160p 4K"],
])("qualityLabel(%i) is %s", (height, label) => {
  expect(qualityLabel(height)).toBe(label);
});

it.each([
  [0, "0:00"],
  [187.9, "3:07"],
  [3_725, "1:02:05"],
  [Number.NaN, "0:00"],
])("formatTime(%d) is %s", (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

describe("a storyboard", () => {
  const vtt = [
    "WEBVTT",
    "00:00:00.000 --> 00:00:04.000\nsprite.jpg#xywh=0,0,160,90",
    "2\n00:04.000 --> 00:08.000\nsprite.jpg#xywh=160,0,160,90",
    "00:08.000 --> 00:12.000\nno region here",
  ].join("\n\n");

  it("is parsed with or without cue names and hours, and malformed cues are skipped", () => {
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

  it("has no tiles if its file is empty", () => {
    expect(tileAt(parseStoryboard("", "https://e.example/"), 1)).toBeUndefined();
  });
});

describe("the captions of a video", () => {
  const track = (id: string, language: string, more: object = {}) => ({
    id,
    version: 1,
    language,
    label: id,
    kind: "subtitles" as const,
    isDefault: false,
    url: "",
    ...more,
  });
  const all = [
    track("en", "en"),
    track("fr", "fr"),
    track("fr-sdh", "fr", { kind: "sdh" }),
    track("pt", "pt-BR"),
    track("forced", "fr", { kind: "forced" }),
  ];
  const withDefault = all.map((each) => (each.id === "en" ? { ...each, isDefault: true } : each));

  it.each([
    ["nothing is chosen and none is the default", all, ["de"], undefined, undefined],
    ["a few words are foreign to the viewer's language", all, ["fr"], undefined, "forced"],
    ["one is the default", withDefault, ["de"], undefined, "en"],
    ["one is the default and one in the viewer's language", withDefault, ["pt-PT", "en"], undefined, "pt"],
    ["a kind was chosen before", all, ["en"], { language: "fr", kind: "sdh" }, "fr-sdh"],
    [
      "the last chosen language is not available",
      withDefault,
      ["fr"],
      { language: "ja", kind: "subtitles" },
      "fr",
    ],
    ["captions were turned off", withDefault, ["en"], "off" as const, undefined],
    ["there are none", [], ["en"], { language: "fr", kind: "sdh" }, undefined],
  ])("start with the expected track if %s", (_, tracks, languages, wish, expected) => {
    expect(initialTrack(tracks, languages, wish)?.id).toBe(expected);
  });

  it("are turned on in the viewer's language, otherwise with the video's default, otherwise with the first track", () => {
    expect(preferredTrack(all, ["pt", "en"])?.id).toBe("pt");
    expect(preferredTrack(withDefault.toReversed(), ["de"])?.id).toBe("en");
    expect(preferredTrack(all, [])?.id).toBe("en");
  });
});
