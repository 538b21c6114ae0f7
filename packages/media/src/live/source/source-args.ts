import { containsAllWords } from "../../ffmpeg/mentions.ts";
import { flvOutputArgs } from "../input/flv-output.ts";

/** The tunnel's port inside the sandbox, the only one that can be reached there. */
export const TUNNEL_PORT = 1_935;
const TUNNEL_ADDRESS = `127.0.0.1:${TUNNEL_PORT}`;

/** The time without a byte after which a connection is dropped. */
const SILENCE_TIMEOUT_SEC = 10;
/** The number of seconds of a source that are probed before it is converted. */
const ANALYZED_DURATION_SEC = 1;

/** The protocols of each family of sources, and the formats that can be read. */
const ALLOWED_PROTOCOLS = {
  http: "http,https,httpproxy,tls,tcp,crypto",
  rtmp: "rtmp,tcp",
  rtsp: "rtsp,rtp,tcp",
} as const;
const SOURCE_FORMATS = [
  "hls",
  "mpegts",
  "mpeg",
  "flv",
  "live_flv",
  "mov",
  "mp4",
  "matroska",
  "webm",
  "ogg",
  "asf",
] as const;
const INPUT_FORMATS = {
  http: [...SOURCE_FORMATS, "mpjpeg", "mjpeg", "aac", "mp3"].join(","),
  rtmp: "flv,live_flv",
  rtsp: "rtsp,rtp,sdp",
} as const;

type ProtocolFamily = keyof typeof ALLOWED_PROTOCOLS;
/** The protocols for fetching a live, and their default ports. */
export const SOURCE_PORTS = { http: 80, https: 443, rtmp: 1_935, rtmps: 443, rtsp: 554, rtsps: 322 } as const;
type SourceScheme = keyof typeof SOURCE_PORTS;

const isScheme = (text: string): text is SourceScheme => text in SOURCE_PORTS;

/** The address from which the ingest fetches a live, such as a camera's RTSP URL. */
export interface SourceAddress {
  family: ProtocolFamily;
  /** A name or an address; IPv6 without brackets. */
  host: string;
  port: number;
  /** Whether the address uses TLS, which the tunnel provides for all protocols except HTTP. */
  isSecure: boolean;
}

/**
 * Parses the address of a live.
 * @returns undefined for unsupported URLs.
 * @example readSourceAddress("rtsps://camera.example.org/1")
 */
export function readSourceAddress(url: string): SourceAddress | undefined {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol.slice(0, -1);
  if (!isScheme(scheme) || hostname === "") return undefined;
  const family = scheme.slice(0, 4) as ProtocolFamily;
  return {
    family,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || SOURCE_PORTS[scheme],
    isSecure: scheme.length > 4,
  };
}

/** The input arguments for a URL. */
export interface SourceReading {
  /** Whether the source's video is H.264. Other codecs are encoded quickly, because another encoder follows. */
  isCopied: boolean;
  /** Whether the source's frames have no timestamps and get their arrival times. */
  isTimedByArrival: boolean;
}

/** Returns whether ffmpeg reports consecutive JPEGs without times, as cameras send them. ffmpeg would assume 25 JPEGs per second. */
export const lacksTimestamps = (stderrTail: string): boolean =>
  containsAllWords(stderrTail, "Input #0, mpjpeg,", " from ") ||
  containsAllWords(stderrTail, "Input #0, mjpeg,", " from ");

/**
 * Returns ffmpeg's arguments for fetching a live from a URL as FLV on its first pipe. ffmpeg only reaches the tunnel: HTTP
 * requests use it as a proxy, other protocols connect to its far end.
 * @throws TypeError for unsupported URLs.
 */
export function sourceArgs(url: string, { isCopied, isTimedByArrival }: SourceReading): string[] {
  const address = readSourceAddress(url);
  if (!address) throw new TypeError("Nothing is fetched by this protocol");
  const { family } = address;
  return [
    "-protocol_whitelist",
    ALLOWED_PROTOCOLS[family],
    "-format_whitelist",
    INPUT_FORMATS[family],

    "-analyzeduration",
    `${ANALYZED_DURATION_SEC * 1_000_000}`,
    "-threads",
    "1",
    ...(isTimedByArrival ? ARRIVAL_ARGS : []),
    ...inputArgs(family, url, isTimedByArrival),
    ...flvOutputArgs({ isCopied }),
  ];
}

const silenceTimeoutUs = `${SILENCE_TIMEOUT_SEC * 1_000_000}`;

/** If frames arrive every few seconds, the first is output without waiting for a second frame. */
const ARRIVAL_ARGS = ["-use_wallclock_as_timestamps", "1", "-fpsprobesize", "0"];

function inputArgs(family: ProtocolFamily, url: string, isTimedByArrival: boolean): string[] {
  switch (family) {
    case "http":
      // ffmpeg would read a file as fast as it can, so a file and a playlist's segments are read in real time.
      return ["-rw_timeout", silenceTimeoutUs, ...(isTimedByArrival ? [] : ["-re"]), "-i", url];
    case "rtmp":
      return [
        "-rw_timeout",
        silenceTimeoutUs,
        "-rtmp_live",
        "live",
        "-rtmp_tcurl",
        tcUrlOf(url),
        "-i",
        tunnelArgs(url),
      ];
    case "rtsp":
      return ["-timeout", silenceTimeoutUs, "-rtsp_transport", "tcp", "-i", tunnelArgs(url)];
  }
}

const tunnelArgs = (url: string) =>
  url.replace(/^(rt[ms]p)s?:\/\/([^/@]*@)?[^/]*/, `$1://$2${TUNNEL_ADDRESS}`);

/** Returns the URL without the stream's name, by which RTMP servers select the application. */
function tcUrlOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  const app = pathname.split("/").slice(1, -1).join("/");
  return `${protocol}//${host}/${app}`;
}
