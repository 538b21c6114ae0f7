import { describe, expect, test } from "vitest";
import { type ChaptersFormat, readChaptersFile, writeChaptersFile } from "./chapters-file.ts";

const createBytes = (text: string) => new TextEncoder().encode(text);
const readText = (text: string) => readChaptersFile(createBytes(text));
const chaptersIn = (text: string) => readText(text).chapters.map(({ start, title }) => [start, title]);

test.each([
  ["lines that start with a time", "00:00 Intro\n1:05 The sea\n1:02:03 - The end", [0, 65, 3723]],
  [
    "times in brackets and with dashes",
    "[0:00] Intro\n(01:05) – The sea\n1:02:03.5 | The end",
    [0, 65, 3723.5],
  ],
  ["minutes beyond one hour", "0:00 Intro\n65:00 The sea\n125:00 The end", [0, 3900, 7500]],
  [
    "lines out of order, with empty ones in between",
    "\n1:02:03 The end\n\n0:00 Intro\r\n1:05 The sea\n",
    [0, 65, 3723],
  ],
  ["CSV with a header", "start,title\n0,Intro\n65,The sea\n3723,The end\n", [0, 65, 3723]],
  ["CSV without a header, in hours", "00:00:00,Intro\n00:01:05,The sea\n01:02:03,The end", [0, 65, 3723]],
  ["CSV from a French spreadsheet", "Début;Titre\n0;Intro\n65,5;The sea\n3723;The end", [0, 65.5, 3723]],
  ["CSV with a decimal comma in the first line", "0,5;Intro\n65,5;The sea\n3723;The end", [0.5, 65.5, 3723]],
  ["CSV with tabs, title first", "Title\tStart\nIntro\t0\nThe sea\t1:05\nThe end\t1:02:03", [0, 65, 3723]],
  [
    "CSV with additional columns",
    'start,"title",end\n0,Intro,65\n65,"The sea",70\n3723,The end,',
    [0, 65, 3723],
  ],
  [
    "WebVTT with ids, settings, notes and styles",
    "WEBVTT - chapters\n\nNOTE made by hand\n\nSTYLE\n::cue {}\n\n1\n00:00.000 --> 01:05.000 align:start\nIntro\n\n01:05.000 --> 02:00.000\n<v Guide>The\nsea</v>\n\nend\n01:02:03.000 --> 01:02:04.000\nThe end",
    [0, 65, 3723],
  ],
])("readChaptersFile reads %s", (_, text, starts) => {
  const titles = ["Intro", "The sea", "The end"];
  expect(readText(text)).toMatchObject({ faults: [] });
  expect(chaptersIn(text)).toEqual(starts.map((start, index) => [start, titles[index]]));
});

test("titles can contain separators and quotes", () => {
  expect(chaptersIn('0,"Intro, ""live"""\n5,One, two\n9,"Two\nlines"\n12,Last')).toEqual([
    [0, 'Intro, "live"'],
    [5, "One, two"],
    [9, "Two lines"],
    [12, "Last"],
  ]);
  expect(chaptersIn("0:00 One, two; three")).toEqual([[0, "One, two; three"]]);
  expect(chaptersIn("WEBVTT\n\n00:00.000 --> 00:01.000\nR&amp;D &lt;3 &unknown;")).toEqual([
    [0, "R&D <3 &unknown;"],
  ]);
});

test.each([
  ["a line without a time", "0:00 Intro\nThe sea\n2:00 End", [[2, "is not a time and a title"]]],
  [
    "every invalid line",
    "x\n0:00 Intro\ny",
    [
      [1, "is not a time and a title"],
      [3, "is not a time and a title"],
    ],
  ],
  ["seconds beyond 59", "0:00 Intro\n1:75 The sea", [[2, "has no valid time"]]],
  ["minutes beyond 59 after an hour", "0:00 Intro\n1:75:00 The sea", [[2, "has no valid time"]]],
  ["a CSV line with one field", "start,title\n0,Intro\n5\n", [[3, "is not a time and a title"]]],
  ["a CSV line without a time", "0,Intro\nsoon,Sea\n", [[2, "has no valid time"]]],
  ["a CSV line without a title", "0,Intro\n5,\n", [[2, "has no title"]]],
  ["the line after a quoted line end", '0,"In\ntro"\nsoon,Sea\n', [[3, "has no valid time"]]],
  ["a title that is too long", `0:00 ${"a".repeat(201)}`, [[1, "has a title of more than 200 characters"]]],
  ["a start after a year", "40000000,Late", [[1, "starts after 31536000 seconds"]]],
  [
    "the same start twice",
    "0:00 Intro\n5,0 no\n0:05 a\n0:05 b",
    [
      [2, "is not a time and a title"],
      [4, "starts when line 3 does"],
    ],
  ],
  ["a cue without its times", "WEBVTT\n\n00:00.000 --> 00:01.000\nIntro\n\nThe sea\n", [[6, "is not a cue"]]],
  ["a cue with a wrong time", "WEBVTT\n\nid\n00:61.000 --> 00:70.000\nIntro\n", [[4, "has no valid time"]]],
  ["a cue without a text", "WEBVTT\n\n00:00.000 --> 00:01.000\n", [[3, "has no title"]]],
  ["an empty file", " \n\n", [[0, "contains no chapters"]]],
  [
    "too many chapters",
    Array.from({ length: 501 }, (_, at) => `${at},c`).join("\n"),
    [[0, "contains more than 500 chapters"]],
  ],
])("readChaptersFile reports the line of %s", (_, text, faults) => {
  expect(readText(text).faults.map(({ line, reason }) => [line, reason])).toEqual(faults);
});

const encodeUtf16 = (text: string, isLittleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian);
  return new Uint8Array(view.buffer);
};
const encodeUtf32 = (text: string, isLittleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 4));
  for (let at = 0; at < text.length; at++) view.setUint32(at * 4, text.charCodeAt(at), isLittleEndian);
  return new Uint8Array(view.buffer);
};

test.each([
  ["UTF-8", createBytes("0:00 Été à Nîmes")],
  ["UTF-8 with a byte order mark", createBytes("\ufeff0:00 Été à Nîmes")],
  ["UTF-16 little-endian", encodeUtf16("0:00 Été à Nîmes", true)],
  ["UTF-16 little-endian with a byte order mark", encodeUtf16("\ufeff0:00 Été à Nîmes", true)],
  ["UTF-16 big-endian", encodeUtf16("0:00 Été à Nîmes", false)],
  ["UTF-16 big-endian with a byte order mark", encodeUtf16("\ufeff0:00 Été à Nîmes", false)],
  ["UTF-32 little-endian", encodeUtf32("\ufeff0:00 Été à Nîmes", true)],
  ["UTF-32 big-endian", encodeUtf32("\ufeff0:00 Été à Nîmes", false)],
  ["Latin-1", Uint8Array.from("0:00 Été à Nîmes", (letter) => letter.charCodeAt(0))],
])("readChaptersFile reads text in %s", (_, bytes) => {
  expect(readChaptersFile(bytes)).toMatchObject({
    chapters: [{ start: 0, title: "Été à Nîmes" }],
    faults: [],
  });
});

test("bytes that are not text are rejected", () => {
  expect(readChaptersFile(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])).faults).not.toEqual([]);
});

describe("writeChaptersFile", () => {
  const chapters = [
    { start: 0, title: "Intro" },
    { start: 65.5, title: 'One, "two"; <three> & four' },
    { start: 36_000, title: "-5 °C — fin" },
    { start: 36_001, title: '=HYPERLINK("a","b")' },
    { start: 36_002, title: "'@home" },
  ];

  test.each<ChaptersFormat>(["vtt", "txt", "csv"])(
    "chapters written as %s are read back unchanged",
    (format) => {
      const { chapters: again, faults } = readText(writeChaptersFile(chapters, format, 40_000));
      expect(faults).toEqual([]);
      expect(again.map(({ start, title }) => ({ start, title }))).toEqual(chapters);
    },
  );

  test("writes the usual format of each file type", () => {
    expect(writeChaptersFile(chapters.slice(0, 2), "vtt", 70)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:01:05.500\nIntro\n\n00:01:05.500 --> 00:01:10.000\nOne, "two"; &lt;three&gt; &amp; four\n',
    );
    expect(writeChaptersFile(chapters, "txt", null).split("\n")[2]).toBe("10:00:00 -5 °C — fin");
    expect(writeChaptersFile(chapters.slice(2, 3), "csv", null)).toBe(
      "\ufeffstart,title\r\n36000,'-5 °C — fin\r\n",
    );
    expect(writeChaptersFile(chapters.slice(0, 1), "csv", null)).toBe("\ufeffstart,title\r\n0,Intro\r\n");
  });
});

test("half a megabyte of unclosed tags does not slow down reading", () => {
  const file = `WEBVTT\n\n00:00.000 --> 00:01.000\n${"<".repeat(490_000)}`;
  expect(readChaptersFile(Buffer.from(file)).faults).toMatchObject([
    { line: 3, reason: expect.stringContaining("title") },
  ]);
});
