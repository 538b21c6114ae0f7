import { type EncoderProgram, startEncoder } from "./encoder.ts";

/** Returns the pipeline that the help describes, but with a solid colour and a tone instead of a camera. */
const pictureElements = (colour: string) => [
  "videotestsrc",
  "is-live=true",
  `pattern=${colour}`,
  // Without this format, source and encoder would negotiate 4:4:4, which no browser plays.

  "!",
  "video/x-raw,format=I420,width=640,height=360,framerate=30/1",

  "!",
  "x264enc",
  "tune=zerolatency",
  "speed-preset=ultrafast",
  "key-int-max=60",
  "bitrate=1000",
];
const SOUND_ELEMENTS = [
  "audiotestsrc",
  "is-live=true",
  "volume=0.1",
  "!",
  "audioconvert",
  "!",
  "voaacenc",
  "!",
  "aacparse",
];

/** Publishes by RTMP. @param address the server and the key, with a slash between them. */
export const publishByRtmp = (address: string, colour: string): EncoderProgram =>
  startEncoder("gst-launch-1.0", [
    "-e",
    ...pictureElements(colour),
    "!",
    "h264parse",
    "!",
    "flvmux",
    "name=mux",
    "streamable=true",

    "!",
    "rtmp2sink",
    `location=${address}`,
    ...SOUND_ELEMENTS,
    "!",
    "mux.",
  ]);

/** Publishes by SRT. @param address the complete SRT address of the publisher. */
export const publishBySrt = (address: string, colour: string): EncoderProgram =>
  startEncoder("gst-launch-1.0", [
    "-e",
    ...pictureElements(colour),
    "!",
    "h264parse",
    "config-interval=-1",

    "!",
    "mpegtsmux",
    "name=mux",
    "alignment=7",
    "!",
    "srtsink",
    `uri=${address}`,
    ...SOUND_ELEMENTS,
    "!",
    "mux.",
  ]);
