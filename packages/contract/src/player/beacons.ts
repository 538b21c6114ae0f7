import { z } from "zod";
import { Text, Uuid } from "../text.ts";

const beaconCount = z.number().min(0).max(1e12);

/** Player events with which a session can be reconstructed. */
export const WATCH_EVENTS = [
  /** The first frame was shown; `value`: the time until then, in ms. */
  "start",
  "play",
  "pause",
  /** The viewer sought; `value`: the target position, in seconds of the video. */
  "seek",
  /** `at`: the start of the stall; `value`: its length, in ms. */
  "stall",
  /** The rendition has changed; `value`: the height of the new rendition in pixels. */
  "rendition",
  /** `value`: the number of peers with which the viewer is now connected. */
  "peers",
  /** `detail`: the type of the error, as reported to pages by the plugin and the player. */
  "error",
  "end",
  "hidden",
  "shown",
] as const;
export type WatchEventType = (typeof WATCH_EVENTS)[number];

/** Maximum number of events per minute of a session. */
export const MAX_WATCH_EVENTS = 30;
export const MAX_PLAYED_SPANS = 20;
/** The maximum number of renditions of one minute in addition to its main one. */
export const MAX_OTHER_RENDITIONS = 7;

export const WatchEvent = z.strictObject({
  /** The number of milliseconds since the start of the minute. */
  atMs: z.number().int().min(0).max(59_999),
  type: z.enum(WATCH_EVENTS),
  value: z.number().int().min(0).max(1e9).exactOptional(),
  detail: Text.max(60).exactOptional(),
});
export type WatchEvent = z.infer<typeof WatchEvent>;

const videoSecond = z.number().int().min(0).max(1e6);
/** Half-open ranges [from, to) of seconds of a video. */
const PlayedSpans = z.array(z.tuple([videoSecond, videoSecond])).max(MAX_PLAYED_SPANS);

/** The part of a minute's counters played in one rendition; `height` in pixels, 0 if the player does not know it. */
export const PlayedRendition = z.strictObject({
  height: z.number().int().min(0).max(20_000),
  secServer: beaconCount,
  secPeer: beaconCount,
  kbpsSeconds: beaconCount,
  secBestQuality: beaconCount,
});
export type PlayedRendition = z.infer<typeof PlayedRendition>;

/**
 * Counters of one session within one minute, cumulative within that minute: a repeat replaces the value, and a lost beacon
 * changes nothing. Units are in the names.
 */
export const BeaconMinute = z.strictObject({
  /** The number of the minute since 1970. */
  minute: z.number().int().min(0).max(1e9),
  secServer: beaconCount,
  secPeer: beaconCount,
  secRebufServer: beaconCount,
  secRebufPeer: beaconCount,
  bytesServer: beaconCount,
  bytesPeer: beaconCount,
  bytesUp: beaconCount,
  /** Σ seconds played × bitrate of the rendition in kbps. */
  kbpsSeconds: beaconCount,
  /** The seconds played at the best rendition for the player's size. */
  secBestQuality: beaconCount,
  /** The number of views: 1 in the minute of the first frame. */
  views: z.number().int().min(0).max(1),
  attempts: z.number().int().min(0).max(1),
  /** The time from the play request to the first frame; 0 if it was not in this minute. */
  startupMs: beaconCount,
  peers: z.number().int().min(0).max(1_000),
  errors: z.number().int().min(0).max(10_000),
  /** The part of `secPeer` and `bytesPeer` that came directly from the publisher of a live without delay; 0 if absent. */
  secDirect: beaconCount.exactOptional(),
  bytesDirect: beaconCount.exactOptional(),
  /** Height in pixels of the rendition played longest in the minute; 0 if absent. */
  height: z.number().int().min(0).max(20_000).exactOptional(),
  /** The other renditions played in the minute, each once; the remaining time of the minute belongs to `height`. */
  otherRenditions: z.array(PlayedRendition).max(MAX_OTHER_RENDITIONS).exactOptional(),
  /** The seconds of a video that the session played for the first time, and those it replayed; absent for lives. */
  played: PlayedSpans.exactOptional(),
  replayed: PlayedSpans.exactOptional(),
  events: z.array(WatchEvent).max(MAX_WATCH_EVENTS).exactOptional(),
});
export type BeaconMinute = z.infer<typeof BeaconMinute>;
/** The data of a minute that is reported in addition to its counters. */
export type BeaconNotes = Pick<BeaconMinute, "height" | "otherRenditions" | "played" | "replayed" | "events">;
export type BeaconCounters = Omit<BeaconMinute, keyof BeaconNotes>;

/** The form in which a session's player reports its counters. */
export const BeaconSession = z.object({
  url: z.string(),
  intervalMs: z.number(),
  /** Identifies the session, its video and its page; part of each beacon. */
  token: z.string(),
  /**
   * The browser stores the viewer's id for this client under this name; absent where viewers must not be
   * identified.
   */
  viewerKey: z.string().exactOptional(),
});
export type BeaconSession = z.infer<typeof BeaconSession>;

/** The body that a player posts to the beacon's URL every 10 s. */
export const BeaconBatch = z.strictObject({
  token: Text.max(2_000),
  device: z.enum(["phone", "tablet", "laptop", "desktop", "tv"]),
  network: z.enum(["fixed", "mobile", "unknown"]),
  minutes: z.array(BeaconMinute).min(1).max(30),
  /** A random id of the viewer, by client and browser. */
  viewer: Uuid.exactOptional(),
  /** Name of the player, without its version: hls.js, Shaka Player. */
  player: Text.max(30).exactOptional(),
});
export type BeaconBatch = z.infer<typeof BeaconBatch>;

/** A row of the ClickHouse table `session_minutes`. The latest `version` of (video, session, minute) counts. */
export interface SessionMinuteRow {
  client_uuid: string;
  video_uuid: string;
  /** The export link through which the video was watched. */
  link_uuid?: string;
  session_uuid: string;
  /** The start of the minute, in seconds since 1970 (UTC). */
  minute: number;
  /** When the edge received the minute, in ms since 1970. */
  version: number;
  sec_server: number;
  sec_peer: number;
  sec_rebuf_http: number;
  sec_rebuf_p2p: number;
  bytes_server: number;
  bytes_peer: number;
  /** The part of the peer data that came directly from a live's publisher. */
  sec_direct: number;
  bytes_direct: number;
  bytes_up: number;
  kbps_seconds: number;
  sec_best_quality: number;
  views: number;
  attempts: number;
  startup_ms: number;
  peers: number;
  errors: number;
  country: string;
  /** The address, truncated to /24 or /48. */
  network_prefix: string;
  /** The viewer's provider; 0 if unknown. */
  asn: number;
  /** The name of the viewer's provider. */
  isp?: string;
  is_vpn: 0 | 1;
  /** The host of the page that showed the player; "" if it was not reported. */
  page_host: string;
  /** The config whose key the plugin sent, and the client's site of the viewer. */
  config_uuid?: string;
  site_uuid?: string;
  /** Whether viewers at the site share only with each other, so that all peer data came from on site. */
  is_site_closed?: 0 | 1;
  device: string;
  network: string;
  /** The viewer's id, random by client and browser; empty if the viewer must not be identified. */
  viewer?: string;
  /** The proof mode group: 1 plays with peers, 2 without; 0 if unknown. */
  proof_group?: 1 | 2;
  /** Height in pixels of the rendition played longest in the minute. */
  height?: number;
  /** The other renditions, in the same order in each: the part of the minute's counters played in them. */
  other_heights?: number[];
  other_ms_server?: number[];
  other_ms_peer?: number[];
  other_ms_best?: number[];
  /** Σ seconds × kbps, in whole numbers. */
  other_kbits?: number[];
  /** The names of the browser, the operating system and the player, without versions. */
  browser?: string;
  system?: string;
  player?: string;
  /** Ranges of seconds, each as from and to: those played for the first time in the session, and those replayed. */
  played?: number[];
  replayed?: number[];
  /** The events, each as JSON: `WatchEvent`. */
  events?: string[];
}
