import { formatTimecode, nominalFps, rangeFrames } from "@shoal/frames";
import { cleanText, foldText, sortedComments } from "./comment-text.ts";
import type { ExchangeTimeline, MarkerColour } from "./exchange.types.ts";
import { writeXml, type XmlNode } from "./xml.ts";

/** Writes the interchange format of Final Cut Pro 7 (xmeml), from which Premiere Pro imports sequences with their markers. */
export function writePremiereXml(timeline: ExchangeTimeline): string {
  const { format, title, frames } = timeline;
  const fps = nominalFps(format.rate);
  const rate: XmlNode = {
    name: "rate",
    children: [
      createLeaf("timebase", fps),
      createLeaf("ntsc", fps * format.rate.den === format.rate.num ? "FALSE" : "TRUE"),
    ],
  };
  const timecode: XmlNode = {
    name: "timecode",
    children: [
      rate,
      createLeaf("string", formatTimecode(0, format)),
      createLeaf("frame", format.startFrames),
      createLeaf("displayformat", format.isDropFrame ? "DF" : "NDF"),
    ],
  };
  const characteristics: XmlNode = {
    name: "samplecharacteristics",
    children: [rate, createLeaf("width", timeline.widthPx), createLeaf("height", timeline.heightPx)],
  };
  const video: XmlNode = {
    name: "video",
    children: [{ name: "format", children: [characteristics] }, { name: "track" }],
  };
  const markers = sortedComments(timeline).map(
    ({ range, text, author, color }): XmlNode => ({
      name: "marker",
      children: [
        createLeaf("name", foldText(author) || "Comment"),
        createLeaf("comment", cleanText(text)),
        createLeaf("in", range.firstFrame),
        // The end is -1 for a marker without length.
        createLeaf("out", rangeFrames(range) > 1 ? range.endFrame : -1),
        colourNode(color),
      ],
    }),
  );
  const sequence: XmlNode = {
    name: "sequence",
    attributes: { id: "sequence-1" },
    children: [
      createLeaf("name", foldText(title)),
      createLeaf("duration", frames),
      rate,
      timecode,
      { name: "media", children: [video] },
      ...markers,
    ],
  };
  return writeXml({ name: "xmeml", attributes: { version: "4" }, children: [sequence] }, "xmeml");
}

const createLeaf = (name: string, value: string | number): XmlNode => ({ name, children: [String(value)] });

/** The colors of Final Cut Pro 7: red, green and blue from 0 to 255. */
const RGB_OF_COLOUR: Record<MarkerColour, readonly [number, number, number]> = {
  red: [255, 0, 0],
  yellow: [255, 255, 0],
  green: [48, 191, 72],
  cyan: [48, 191, 191],
  blue: [0, 128, 255],
  magenta: [255, 0, 127],
};

function colourNode(color: MarkerColour): XmlNode {
  const [red, green, blue] = RGB_OF_COLOUR[color];
  return {
    name: "color",
    children: [
      createLeaf("alpha", 0),
      createLeaf("red", red),
      createLeaf("green", green),
      createLeaf("blue", blue),
    ],
  };
}
