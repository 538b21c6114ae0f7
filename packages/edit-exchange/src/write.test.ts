import { FPS_23_976, FPS_25, FPS_29_97, frameRange, timecodeFormat } from "@shoal/frames";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { type ExchangeComment, type ExchangeTimeline, MAX_WRITTEN_COMMENTS } from "./exchange.types.ts";
import { writeCommentsCsv } from "./write-csv.ts";
import { writeAvidMarkers, writeLocatorEdl, writeResolveEdl } from "./write-edl.ts";
import { rationalSec, writeFcpxml } from "./write-fcpxml.ts";
import { writeOtio } from "./write-otio.ts";
import { writePremiereXml } from "./write-premiere.ts";

const LOGO: ExchangeComment = {
  range: frameRange(1_800),
  text: "Logo too <small> & late",
  author: "Ana",
  color: "red",
  isDone: false,
};
const MUSIC: ExchangeComment = {
  range: frameRange(17_982, 18_012),
  text: "Music\nlouder",
  author: "",
  color: "blue",
  isDone: true,
};
const dropFrame: ExchangeTimeline = {
  title: "Spot & Co",
  format: timecodeFormat(FPS_29_97, "01:00:00;00"),
  frames: 20_000,
  widthPx: 1920,
  heightPx: 1080,
  comments: [MUSIC, LOGO],
};

const parseXml = (xml: string) =>
  new DOMParser({
    errorHandler: (level: string, message: string) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, "text/xml");
const elementsNamed = (xml: string, name: string) => Array.from(parseXml(xml).getElementsByTagName(name));

describe("markers for DaVinci Resolve", () => {
  it("are written as one event with a note per comment, as Resolve exports them", () => {
    expect(writeResolveEdl(dropFrame).split("\n")).toEqual([
      "TITLE: Spot & Co",
      "FCM: DROP FRAME",
      "",
      "001  001      V     C        01:01:00;02 01:01:00;03 01:01:00;02 01:01:00;03",
      "Logo too <small> & late |C:ResolveColorRed |M:Ana |D:1",
      "",
      "002  001      V     C        01:10:00;00 01:10:01;00 01:10:00;00 01:10:01;00",
      "Music ⏎ louder |C:ResolveColorBlue |M: (done) |D:30",
      "",
    ]);
  });
});

describe("an EDL with locators", () => {
  it("has one event for the whole video", () => {
    expect(writeLocatorEdl(dropFrame).split("\n")).toEqual([
      "TITLE: Spot & Co",
      "FCM: DROP FRAME",
      "",
      "001  AX       V     C        01:00:00;00 01:11:07;10 01:00:00;00 01:11:07;10",
      "* FROM CLIP NAME: Spot & Co",
      "* LOC: 01:01:00;02 RED     Logo too <small> & late",
      "* LOC BY: Ana",
      "* LOC: 01:10:00;00 BLUE    Music ⏎ louder",
      "* LOC END: 01:10:01;00",
      "* LOC DONE",
      "",
    ]);
  });
});

describe("markers for Avid", () => {
  it("are lines with six fields, separated by tabs", () => {
    expect(writeAvidMarkers(dropFrame)).toBe(
      "Ana\t01:01:00;02\tV1\tred\tLogo too <small> & late\t1\r\n-\t01:10:00;00\tV1\tblue\tMusic ⏎ louder\t30\r\n",
    );
  });
});

describe("FCPXML", () => {
  it("counts in whole frames from the start of the gap", () => {
    const xml = writeFcpxml(dropFrame);
    const [sequence] = elementsNamed(xml, "sequence");
    expect(sequence?.getAttribute("tcFormat")).toBe("DF");
    // 107,892 frames of 1001/30000 s.
    expect(sequence?.getAttribute("tcStart")).toBe("8999991/2500s");
    expect(elementsNamed(xml, "format")[0]?.getAttribute("frameDuration")).toBe("1001/30000s");
    const markers = elementsNamed(xml, "marker");
    expect(markers.map((marker) => marker.getAttribute("start"))).toEqual(["3003/50s", "2999997/5000s"]);
    expect(markers.map((marker) => marker.getAttribute("duration"))).toEqual(["1001/30000s", "1001/1000s"]);
    expect(markers.map((marker) => marker.getAttribute("note"))).toEqual([LOGO.text, MUSIC.text]);
    expect(markers.map((marker) => marker.getAttribute("completed"))).toEqual(["0", "1"]);
  });

  it("writes seconds as fractions", () => {
    expect(rationalSec(125, FPS_25)).toBe("5s");
    expect(rationalSec(1, FPS_23_976)).toBe("1001/24000s");
    expect(rationalSec(0, FPS_23_976)).toBe("0s");
  });
});

describe("XML for Premiere", () => {
  it("has its rate, start timecode and markers", () => {
    const xml = writePremiereXml(dropFrame);
    const textsOf = (name: string) => elementsNamed(xml, name).map(({ textContent }) => textContent);
    expect([textsOf("timebase")[0], textsOf("ntsc")[0]]).toEqual(["30", "TRUE"]);
    expect([textsOf("string")[0], textsOf("frame")[0]]).toEqual(["01:00:00;00", "107892"]);
    expect([textsOf("in"), textsOf("out")]).toEqual([
      ["1800", "17982"],
      ["-1", "18012"],
    ]);
    expect(textsOf("comment")).toEqual([LOGO.text, MUSIC.text]);
    expect(writePremiereXml({ ...dropFrame, format: timecodeFormat(FPS_25) })).toContain(
      "<ntsc>FALSE</ntsc>",
    );
  });
});

describe("every format", () => {
  const nasty = { ...LOGO, text: '\u0000\u0008]]> "<script>" & \ud800', author: "<x>" };

  it.each([
    ["FCPXML", writeFcpxml],
    ["Premiere", writePremiereXml],
  ])("writes well-formed %s if texts contain markup and control characters", (_, write) => {
    const xml = write({ ...dropFrame, title: 'a"b<c>&\u0001', comments: [nasty] });
    expect(elementsNamed(xml, "marker")).toHaveLength(1);
    expect(elementsNamed(xml, "script")).toHaveLength(0);
  });

  it.each([
    ["Resolve", writeResolveEdl],
    ["locators", writeLocatorEdl],
    ["Avid", writeAvidMarkers],
    ["FCPXML", writeFcpxml],
    ["Premiere", writePremiereXml],
    ["OTIO", writeOtio],
    ["CSV", writeCommentsCsv],
  ])("throws if there are more comments than a file may contain: %s", (_, write) => {
    const comments = Array.from({ length: MAX_WRITTEN_COMMENTS + 1 }, () => LOGO);
    expect(() => write({ ...dropFrame, comments })).toThrow(RangeError);
    expect(write({ ...dropFrame, comments: comments.slice(1) }).length).toBeGreaterThan(100_000);
  });

  it("writes comments so that a spreadsheet does not evaluate them as formulas", () => {
    for (const text of ["=1+1", "+1", "-1", "@x"])
      expect(writeCommentsCsv({ ...dropFrame, comments: [{ ...LOGO, text }] })).toContain(`,'${text},`);
  });
});
