import { type CaptionCue, type CaptionNote, MAX_CAPTION_CUES } from "@shoal/contract";
import { describe, expect, it } from "vitest";
import { readCaptionsFile, writeCaptionsFile } from "./captions-file.ts";
import { cutCues } from "./cue-times.ts";
import { readAssFile } from "./read-ass-file.ts";

const createCue = (startMs: number, endMs: number, text: string, settings = ""): CaptionCue => ({
  startMs,
  endMs,
  text,
  settings,
});
const FIRST_TIMING = "00:00:01.000 --> 00:00:02.000";
const SECOND_TIMING = "00:00:03.000 --> 00:00:04.000";
const [one, two] = [createCue(1000, 2000, "One"), createCue(3000, 4000, "Two")];

describe("a file of captions", () => {
  it.each<[string, string, CaptionCue[]]>([
    ["WebVTT", `WEBVTT\n\n${FIRST_TIMING}\nOne\n\n${SECOND_TIMING}\nTwo\n`, [one, two]],
    [
      "WebVTT with a byte order mark, a title, notes, styles and names",
      `\ufeffWEBVTT - Title\nKind: captions\n\nSTYLE\n::cue{}\n\nNOTE a\nb\n\nfirst\n${FIRST_TIMING}\nOne\n\nNOTE\n\n2\n${SECOND_TIMING}\nTwo`,
      [one, two],
    ],
    [
      "WebVTT with CRLF",
      `WEBVTT\r\n\r\n${FIRST_TIMING}\r\nOne\r\n\r\n${SECOND_TIMING}\r\nTwo\r\n`,
      [one, two],
    ],
    ["WebVTT with lone CR", `WEBVTT\r\r${FIRST_TIMING}\rOne\r\r${SECOND_TIMING}\rTwo`, [one, two]],
    ["WebVTT without hours", "WEBVTT\n\n00:01.000 --> 00:02.000\nOne", [one]],
    ["WebVTT without empty lines", `WEBVTT\n${FIRST_TIMING}\nOne\n${SECOND_TIMING}\nTwo`, [one, two]],
    [
      "cues out of order and overlapping",
      `WEBVTT\n\n00:02.000 --> 00:09.000\nTwo\n\n00:01.000 --> 00:03.000\nOne`,
      [createCue(1000, 3000, "One"), createCue(2000, 9000, "Two")],
    ],
    [
      "known and unknown settings",
      `WEBVTT\n\n${FIRST_TIMING} line:0 region:a align:start size:999999% position:10%\nOne`,
      [createCue(1000, 2000, "One", "line:0 align:start position:10%")],
    ],
    [
      "settings with names of inherited properties",
      `WEBVTT\n\n${FIRST_TIMING} constructor:1 __proto__:2\nOne`,
      [one],
    ],
    ["a file with an empty cue", `WEBVTT\n\n${FIRST_TIMING}\n\n\n${SECOND_TIMING}\nTwo`, [two]],
    ["SRT", "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n", [one, two]],
    [
      "SRT with points, without hours, numbers and empty lines",
      "0:01.0 --> 0:02\nOne\n0:03 --> 0:04\nTwo",
      [one, two],
    ],
    ["SRT without empty lines, with numbers", "1\n0:01 --> 0:02\nOne\n2\n0:03 --> 0:04\nTwo", [one, two]],
    [
      "SRT with an empty line in a text",
      "1\n0:01 --> 0:02\nOne\n\nand more\n\n2\n0:03 --> 0:04\nTwo",
      [createCue(1000, 2000, "One\nand more"), two],
    ],
    [
      "SRT with positions and fonts",
      '1\n0:01 --> 0:02 X1:1 X2:2\n{\\an8}<font color="#fff"><I>One</I></font>',
      [createCue(1000, 2000, "<i>One</i>", "line:0")],
    ],
    ["an arrow in a text", `WEBVTT\n\n${FIRST_TIMING}\nA --> B`, [createCue(1000, 2000, "A --> B")]],
    [
      "SRT with text around a drawing",
      "1\n0:01 --> 0:02\nOne{\\p1}m 0 0 l 100 0 100 100{\\p0\\an8\\pos(1,2)} too",
      [createCue(1000, 2000, "One too", "line:0")],
    ],
    [
      "SRT with unrelated braces",
      "1\n0:01 --> 0:02\n{One} {\\an8}{",
      [createCue(1000, 2000, "{One} {", "line:0")],
    ],
    [
      "SRT with positions in SSA notation",
      "1\n0:01 --> 0:02\n{\\a6}One",
      [createCue(1000, 2000, "One", "line:0")],
    ],
    [
      "a number as the text of a cue",
      "1\n0:01 --> 0:02\n1984\n\n2\n0:03 --> 0:04\nTwo",
      [createCue(1000, 2000, "1984"), two],
    ],
  ])("reads %s", (_, text, cues) => {
    expect(readCaptionsFile(text)).toMatchObject({ cues, notes: [], faults: [] });
  });

  it.each<[string, string, CaptionCue[], CaptionNote[]]>([
    [
      "a cue without a length",
      `WEBVTT\n\n00:05.000 --> 00:05.000\nNone\n\n${FIRST_TIMING}\nOne\n\n00:04.000 --> 00:03.000\nNone\n\n${SECOND_TIMING}\nTwo`,
      [one, two],
      [
        { kind: "no_length", line: 3 },
        { kind: "no_length", line: 9 },
      ],
    ],
    [
      "an SRT cue without a length",
      "1\n0:01 --> 0:02\nOne\n\n2\n0:02 --> 0:02\nNone\n\n3\n0:03 --> 0:04\nTwo",
      [one, two],
      [{ kind: "no_length", line: 6 }],
    ],
    [
      "a second header with a byte order mark and a title",
      `WEBVTT\n\n${FIRST_TIMING}\nOne\n\n\ufeffWEBVTT - Again\nKind: captions\n\nname\n${SECOND_TIMING}\nTwo`,
      [one, two],
      [{ kind: "second_header", line: 6 }],
    ],
    [
      "a second header directly before its cue",
      `WEBVTT\n\n${FIRST_TIMING}\nOne\n\nWEBVTT\n${SECOND_TIMING}\nTwo`,
      [one, two],
      [{ kind: "second_header", line: 6 }],
    ],
    [
      "the clock of a transport stream",
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n${FIRST_TIMING}\nOne`,
      [createCue(11_000, 12_000, "One")],
      [{ kind: "moved", line: 1, movedSec: 10 }],
    ],
    [
      "changing clocks of concatenated segments",
      `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000, MPEGTS:180000\n\n${FIRST_TIMING}\nOne\n\nWEBVTT\n\n${SECOND_TIMING}\nTwo`,
      [createCue(3_000, 4_000, "One"), createCue(3_000, 4_000, "Two")],
      [
        { kind: "moved", line: 1, movedSec: 2 },
        { kind: "second_header", line: 7 },
      ],
    ],
    [
      "a clock that starts after some of the cues",
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:03.500\n\n${FIRST_TIMING}\nOne\n\n${SECOND_TIMING}\nTwo`,
      [createCue(0, 500, "Two")],
      [
        { kind: "moved", line: 1, movedSec: -3.5 },
        { kind: "before_start", line: 4 },
      ],
    ],
    [
      "an unreadable clock",
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:99999999999,LOCAL:x\n\n${FIRST_TIMING}\nOne`,
      [one],
      [],
    ],
  ])("accepts a file with %s and adds a note", (_, text, cues, notes) => {
    expect(readCaptionsFile(text)).toMatchObject({ cues, notes, faults: [] });
  });

  it.each<[string, string, number, RegExp]>([
    ["no content", "", 0, /contains no captions/],
    ["only a header", "WEBVTT\n", 0, /contains no captions/],
    ["unrelated text", "Once upon a time\nin a burrow", 0, /contains no captions/],
    ["a cue that ends before its start", `WEBVTT\n\n00:05.000 --> 00:04.000\nOne`, 3, /must end after/],
    ["a cue without a length", `1\n00:00:05,000 --> 00:00:05,000\nOne`, 2, /must end after/],
    ["a negative time", "1\n-00:00:01,000 --> 00:00:02,000\nOne", 2, /negative/],
    ["seconds beyond a minute", `WEBVTT\n\n00:00:61.000 --> 00:02:00.000\nOne`, 3, /time/],
    ["a cue without an end", `WEBVTT\n\n00:01.000 -->\nOne`, 3, /time/],
    [
      "a block without times",
      `WEBVTT\n\n${FIRST_TIMING}\nOne\n\nTwo\nThree\n\n${SECOND_TIMING}\nTwo`,
      6,
      /not a cue/,
    ],
    ["words before the first cue", "Hello\n\n1\n0:01 --> 0:02\nOne", 1, /not a cue/],
    ["a very long text", `WEBVTT\n\n${FIRST_TIMING}\n${"a".repeat(2_001)}`, 3, /2000 characters/],
    ["very many tags", `WEBVTT\n\n${FIRST_TIMING}\n${"<span>".repeat(4_000)}a`, 3, /2000 characters/],
    ["a cue after more than a year", "1\n9999:00:00,000 --> 9999:00:01,000\nOne", 2, /seconds/],
  ])("rejects a file with %s and names the line", (_, text, line, reason) => {
    expect(readCaptionsFile(text).faults).toEqual([{ line, reason: expect.stringMatching(reason) }]);
  });

  it.each<[string, string]>([
    ["too many cues", `${FIRST_TIMING}\nOne\n\n`.repeat(MAX_CAPTION_CUES + 1)],
    ["very many lines", "\n".repeat(5_000_000)],
    ["very many blocks", `WEBVTT\n\n${FIRST_TIMING}\nOne\n\n${"a\n\n".repeat(1_500_000)}`],
    ["very many brackets", `${FIRST_TIMING}\n${"<i".repeat(2_400_000)}`],
    ["very many entities", `${FIRST_TIMING}\n${"&#".repeat(2_400_000)}`],
    ["very many headers", `WEBVTT\n\n${"WEBVTT\n\n".repeat(500_000)}${"a\n\n".repeat(10)}${FIRST_TIMING}\nx`],
    ["very many overrides", `${FIRST_TIMING}\n${"{\\\\".repeat(1_600_000)}`],
    ["very many spaces", `${" ".repeat(2_400_000)}-->${" ".repeat(2_400_000)}`],
  ])("a hostile file does not slow down reading: %s", (_, text) => {
    const { faults } = readCaptionsFile(text);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(100);
  });
});

const createAssScript = (
  dialogue: readonly string[],
  { head = "PlayResY: 720", styles = "Default,0,0,0,2" } = {},
) =>
  [
    "[Script Info]",
    head,
    "",
    "[V4+ Styles]",
    "Format: Name, Bold, Italic, Underline, Alignment",
    ...styles.split("|").map((style) => `Style: ${style}`),

    "",
    "[Events]",
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ...dialogue.map((line) => `Dialogue: 0,0:00:01.00,0:00:02.00,${line}`),
  ].join("\n");
const lineOf = (text: string, style = "Default") => `${style},,0,0,0,,${text}`;

describe("readAssFile", () => {
  it.each<[string, string, string[]]>([
    [
      "text with commas",
      createAssScript([lineOf("One, two: {\\b1}three{\\b0}, four")]),
      ["One, two: <b>three</b>, four"],
    ],
    ["line breaks", createAssScript([lineOf("One\\Ntwo\\nthree\\hfour")]), ["One\ntwo\nthree\u00a0four"]],
    [
      "text without drawings",
      createAssScript([lineOf("{\\an7\\p1}m 0 0 l 100 0 100 100{\\p0}"), lineOf("Two{\\p2}m 0 0{\\p0}!")]),
      ["Two!"],
    ],
    ["text without comments", createAssScript([lineOf("One{a note}{\\fad(1,2)\\pbo3}")]), ["One"]],
    [
      "formatting tags, and closes them",
      createAssScript([lineOf("{\\i1\\b700}a{\\b0}b{\\r}c{\\bord2\\iclip(1)}d")]),
      ["<i><b>a</b></i><i>b</i>cd"],
    ],
    [
      "the formatting of a style",
      createAssScript([lineOf("One", "Note"), lineOf("Two", "*note")], {
        styles: "Default,0,0,0,2|Note,0,-1,0,8",
      }),
      ["line:0: <i>One</i>", "line:0: <i>Two</i>"],
    ],
    [
      "a place by its number",
      createAssScript([lineOf("{\\an8}One"), lineOf("{\\a10}Two"), lineOf("{\\an2}Three")]),
      ["line:0: One", "line:50%: Two", "Three"],
    ],
    [
      "an absolute position",
      createAssScript([
        lineOf("{\\an7\\pos(100,600)}One"),
        lineOf("{\\an1\\move(1,2,3,4)}Two"),
        lineOf("{\\pos(1,360)}Three"),
      ]),
      ["One", "line:0: Two", "line:50%: Three"],
    ],
    [
      "the default place if the style has none",
      createAssScript([lineOf("One")], { styles: "Default,0,0,0,constructor" }),
      ["One"],
    ],
    ["text on several layers only once", createAssScript([lineOf("One"), lineOf("{\\bord4}One")]), ["One"]],
    ["nothing from unrelated text", "Once upon a time", []],
  ])("reads %s", (_, text, expected) => {
    const cues = readAssFile(text) ?? [];
    expect(cues.map(({ text: words, settings }) => (settings ? `${settings}: ${words}` : words))).toEqual(
      expected,
    );
    for (const { startMs, endMs } of cues) expect([startMs, endMs]).toEqual([1_000, 2_000]);
  });

  it("a hostile script does not slow down reading", () => {
    expect(readAssFile(createAssScript([lineOf("{\\p1".repeat(900_000))]))).toEqual([]);
    expect(readAssFile(createAssScript([`${",".repeat(4_000_000)}x`]))).toEqual([]);
    const names = ",".repeat(2_400_000);
    const lines = "Style: a\n".repeat(270_000);
    expect(readAssFile(`[V4+ Styles]\nFormat: ${names}\n${lines}`)).toEqual([]);
    const shortNames = `Format: Name, ${",".repeat(20_000)}`;
    expect(readAssFile(`[V4+ Styles]\n${shortNames}\n${"Style: a\n".repeat(550_000)}`)).toEqual([]);
    expect(readAssFile(`[V4+ Styles]\n${`${shortNames}\nStyle: a\n`.repeat(240)}`)).toEqual([]);
    const many = Array.from({ length: MAX_CAPTION_CUES + 1 }, (_, n) => lineOf(`Line ${n}`));
    expect(readAssFile(createAssScript(many))).toBeUndefined();
  });
});

describe("the text of a cue", () => {
  it.each<[string, string, string, string]>([
    [
      "tags",
      "<i>a</i> <b>b</b> <v Bob>c</v> <c.loud>d</c>",
      "<i>a</i> <b>b</b> <v Bob>c</v> <c.loud>d</c>",
      "<i>a</i> <b>b</b> c d",
    ],
    ["entities", "AT&amp;T &lt;3 &#233; &nbsp;x", "AT&amp;T &lt;3 é \u00a0x", "AT&T <3 é \u00a0x"],
    [
      "unescaped characters",
      "AT&T < 3 <laughs> a-->b",
      "AT&amp;T &lt; 3 &lt;laughs> a--&gt;b",
      "AT&T < 3 <laughs> a-->b",
    ],
    ["an escaped tag", "&lt;i&gt; &amp;lt;", "&lt;i> &amp;lt;", "<i> &lt;"],
    ["HTML", "<p>a<br/>b</p>", "a\nb", "a\nb"],
    ["right-to-left text", "<i>שלום</i>", "<i>שלום</i>", "<i>שלום</i>"],
  ])("a text survives a round trip through both formats: %s", (_, raw, vtt, srt) => {
    const first = readCaptionsFile(`WEBVTT\n\n${FIRST_TIMING}\n${raw}\n`).cues;
    const written = writeCaptionsFile(first, "vtt");
    expect(written).toBe(`WEBVTT\n\n${FIRST_TIMING}\n${vtt}\n`);
    expect(readCaptionsFile(written).cues).toEqual(first);
    expect(writeCaptionsFile(first, "srt")).toBe(`1\n${FIRST_TIMING.replaceAll(".", ",")}\n${srt}\n`);
  });

  it("a cue keeps its position in WebVTT and SRT", () => {
    const cues = [
      createCue(0, 1, "a", "line:10% align:start"),
      createCue(3_600_000, 3_600_001, "b", "line:0 align:end"),
    ];
    expect(writeCaptionsFile(cues, "vtt", ["X-TIMESTAMP-MAP=MPEGTS:1,LOCAL:00:00:00.000"])).toBe(
      "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1,LOCAL:00:00:00.000\n\n00:00:00.000 --> 00:00:00.001 line:10% align:start\na\n\n01:00:00.000 --> 01:00:00.001 line:0 align:end\nb\n",
    );
    expect(writeCaptionsFile(cues, "srt")).toContain(
      "{\\an8}a\n\n2\n01:00:00,000 --> 01:00:00,001\n{\\an9}b",
    );
  });
});

it("cutCues clips cues to a range and shifts them to its start", () => {
  const cues = [
    createCue(0, 1_000, "gone"),
    createCue(500, 3_000, "clipped"),
    createCue(4_000, 5_000, "whole"),
    createCue(7_000, 9_000, "end"),
    createCue(8_000, 9_000, "beyond"),
  ];
  expect(cutCues(cues, 1_000, 8_000)).toEqual([
    createCue(0, 2_000, "clipped"),
    createCue(3_000, 4_000, "whole"),
    createCue(6_000, 7_000, "end"),
  ]);
});
