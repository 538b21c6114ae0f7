import type { SessionMinuteRow, WatchEvent } from "@shoal/contract/player";
import { isInControlGroup, PROOF_DAYS } from "./proof-share.ts";
import { withUploads } from "./uploads.ts";
import { pathOf, type WatchedMinute } from "./watching-path.ts";
import { createWatchingTimes, type WatchingTimes } from "./watching-times.ts";

const COUNTRY_CODES = ["FR", "DE", "GB", "US", "ES", "CA", "PL"];
const PAGE_HOSTS = ["www.example.org", "learn.example.org", "news.example.net", ""];
const DEVICE_TYPES = ["laptop", "phone", "desktop", "tablet", "tv"];
/** The providers, with numbers reserved for documentation (RFC 5398). */
const NETWORK_PROVIDERS = [
  { asn: 64_496, isp: "Example Fibre" },
  { asn: 64_497, isp: "Example Cable" },
  { asn: 64_498, isp: "Example Mobile" },
];
const BROWSER_NAMES = [
  { browser: "Chrome", system: "Windows" },
  { browser: "Safari", system: "iOS" },
  { browser: "Firefox", system: "Linux" },
  { browser: "Microsoft Edge", system: "Windows" },
  { browser: "Chrome", system: "Android" },
];
const VIDEO_RENDITIONS = [
  { height: 360, kbps: 800 },
  { height: 540, kbps: 1_600 },
  { height: 720, kbps: 2_800 },
  { height: 1_080, kbps: 4_500 },
];
/** The share of a video's sessions in the last day. The three months before that have `EARLIER_SESSIONS_FACTOR` times its sessions. */
const LAST_DAY_SHARE = 1 / 8;
const EARLIER_SESSIONS_FACTOR = 6;
/** One session in this many is in the last hour. The sessions with the highest numbers are. */
const LAST_HOUR_SHARE = 4;
const LAST_HOUR_FIRST_NUMBER = 100_000;
/** The time since the start of the latest session of the last hour. All of these sessions last at most 11 minutes, so they have ended. */
const LAST_HOUR_END_MIN = 20;
const DAY_MS = 86_400_000;
/** The golden ratio, which spreads sessions evenly, whatever their number. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

export interface WatchedVideo {
  uuid: string;
  clientUuid: string;
  sessions: number;
  durationSec: number;
  /** Whether the video has sessions in the last hour, as cameras do. */
  isWatchedLately?: true;
  /** For media that pages play from third-party CDNs: the name that the pages use, their locations, and their players. */
  onOtherCdn?: { name: string; places: readonly PluginSite[]; players: readonly string[] };
}

/** The site of a plugin config on which the medium is watched. */
export interface PluginSite {
  configUuid: string;
  siteUuid: string;
  isSiteClosed: boolean;
  pageHost: string;
}

interface DemoSession {
  video: WatchedVideo;
  place: number;
  startMs: number;
  isOutage: boolean;
}

/**
 * Returns session-minutes as beacons would have created them: sessions of three months and of the last day, with two thirds of
 * their bytes from peers.
 * @param sinceMs the earliest start of a session; by default three months ago.
 */
export function sessionMinutesOf(video: WatchedVideo, nowMs: number, sinceMs = 0): SessionMinuteRow[] {
  const times = createWatchingTimes(nowMs);
  const sessions = [...recentSessions(video, nowMs), ...earlierSessions(video, times)];
  const late = video.isWatchedLately ? lastHourSessions(video, nowMs) : [];
  const wanted = [...sessions, ...late].filter(({ startMs }) => startMs >= sinceMs);
  return withUploads(wanted.flatMap((session) => minutesOfSession(session, nowMs)));
}

const recentSessions = (video: WatchedVideo, nowMs: number): DemoSession[] =>
  Array.from({ length: Math.ceil(video.sessions * LAST_DAY_SHARE) }, (_, place) => ({
    video,
    place,
    isOutage: false,
    startMs: nowMs - (180 + ((place * 37) % 1_200)) * 60_000,
  }));

/**
 * Returns sessions of the last hour that have ended. A session in progress would get no more beacons, so "watching now" would soon
 * drop to zero. `npm run demo:live` provides current viewers.
 */
const lastHourSessions = (video: WatchedVideo, nowMs: number): DemoSession[] =>
  Array.from({ length: Math.ceil(video.sessions / LAST_HOUR_SHARE) }, (_, place) => ({
    video,
    place: LAST_HOUR_FIRST_NUMBER + place,
    isOutage: false,
    startMs: nowMs - (LAST_HOUR_END_MIN + ((place * 17) % 35)) * 60_000,
  }));

function earlierSessions(video: WatchedVideo, times: WatchingTimes): DemoSession[] {
  const offset = Number.parseInt(video.uuid.slice(0, 8), 16) / 2 ** 32;
  return Array.from({ length: video.sessions * EARLIER_SESSIONS_FACTOR }, (_, index) => {
    const startMs = times.startOf((offset + index * GOLDEN_RATIO) % 1);
    return { video, place: video.sessions + index, startMs, isOutage: times.isOutage(startMs) };
  });
}

/** Returns the seconds played in each minute. One viewer in six leaves within the first minute. */
function secondsOf({ video, place, isOutage }: DemoSession): number[] {
  if (isOutage) return [0];
  const whole = Math.min(60, video.durationSec);
  if (place % 6 === 5) return [Math.min(whole, 6 + (place % 47))];
  const minutes = Math.max(1, Math.min(Math.floor(video.durationSec / 60), 3 + (place % 9)));
  return Array.from({ length: minutes }, () => whole);
}

function minutesOfSession(session: DemoSession, nowMs: number): SessionMinuteRow[] {
  const { video, place, startMs, isOutage } = session;
  const startMinute = Math.floor(startMs / 60_000);
  const group = groupOf(session, nowMs);
  const peerShare = place === 0 || group === 2 ? 0 : 0.5 + (place % 5) / 10;
  const { height, kbps } = VIDEO_RENDITIONS[place % 4] ?? { height: 540, kbps: 1_600 };
  const played = secondsOf(session);
  const path = pathOf(place, video.durationSec, played);
  return played.map((seconds, index) => {
    const bytes = (seconds * kbps * 1_000) / 8;
    const row = {
      client_uuid: video.clientUuid,
      video_uuid: video.onOtherCdn?.name ?? video.uuid,
      session_uuid: namedAfter(video.uuid, place),

      minute: (startMinute + index) * 60,
      version: nowMs,

      sec_server: seconds * (1 - peerShare),
      sec_peer: seconds * peerShare,
      sec_rebuf_http: place % 7 === 0 && !isOutage ? 0.6 : 0,
      sec_rebuf_p2p: place % 11 === 0 && !isOutage ? 0.3 : 0,

      sec_direct: 0,
      bytes_direct: 0,
      bytes_server: Math.round(bytes * (1 - peerShare)),

      bytes_peer: Math.round(bytes * peerShare),
      bytes_up: 0,

      kbps_seconds: seconds * kbps,
      sec_best_quality: place % 4 === 3 ? seconds : 0.7 * seconds,

      views: index === 0 && !isOutage ? 1 : 0,
      attempts: index === 0 ? 1 : 0,
      startup_ms: index === 0 && !isOutage ? 350 + ((place * 61) % 600) : 0,
      ...(group === undefined ? {} : { proof_group: group }),

      peers: peerShare === 0 ? 0 : 4,
      errors: isOutage && place % 3 > 0 ? 1 : 0,

      ...viewerOf(video, place),
      height: isOutage ? 0 : height,
    };
    return { ...row, ...notesOf(row, { place, index, path: path[index] }) };
  });
}

/** Returns the spans that a session plays, and its events. */
function notesOf(
  row: Pick<
    SessionMinuteRow,
    "startup_ms" | "height" | "peers" | "errors" | "sec_rebuf_http" | "sec_rebuf_p2p"
  >,
  { place, index, path }: { place: number; index: number; path: WatchedMinute | undefined },
): Pick<SessionMinuteRow, "played" | "replayed" | "events"> {
  const events: WatchEvent[] = [...(path?.seeks ?? [])];
  if (row.startup_ms > 0)
    events.push(
      { atMs: row.startup_ms, type: "start", value: row.startup_ms },
      { atMs: row.startup_ms, type: "rendition", value: row.height ?? 0 },
      { atMs: 4_200, type: "peers", value: row.peers },
    );
  const waitedSec = row.sec_rebuf_http + row.sec_rebuf_p2p;
  if (waitedSec > 0) events.push({ atMs: 31_000, type: "stall", value: Math.round(waitedSec * 1_000) });
  if (row.errors > 0) events.push({ atMs: 9_000, type: "error", detail: "network" });
  if (place % 5 === 2 && index === 1)
    events.push({ atMs: 12_000, type: "pause" }, { atMs: 12_400, type: "play" });
  if (place % 4 === 1 && index === 2)
    events.push({ atMs: 20_000, type: "hidden" }, { atMs: 48_000, type: "shown" });
  if (path?.isAtEnd && path.played.length > 0) events.push({ atMs: 59_000, type: "end" });
  return {
    played: path?.played ?? [],
    replayed: path?.replayed ?? [],
    events: events.sort((a, b) => a.atMs - b.atMs).map((event) => JSON.stringify(event)),
  };
}

/** Returns a UUID derived from another UUID and a number. */
const namedAfter = (uuid: string, number: number) =>
  `${uuid.slice(0, 24)}${number.toString(16).padStart(12, "0")}`;

/** Returns the number of a session's viewer. Two viewers in five return. */
const viewerNumber = (place: number) => (place % 5 < 2 ? place % 40 : place * 1_000 + (place % 10));

/**
 * Returns a session's group in proof mode, with or without peers. During the outage, when players received nothing, a session has
 * no group.
 */
const groupOf = ({ place, startMs, isOutage }: DemoSession, nowMs: number): 1 | 2 | undefined =>
  isOutage || startMs < nowMs - PROOF_DAYS * DAY_MS
    ? undefined
    : isInControlGroup(viewerNumber(place))
      ? 2
      : 1;

function viewerUuid({ clientUuid }: WatchedVideo, place: number): string {
  const number = viewerNumber(place);
  // Pages show only the first characters of the UUID, so these must differ.
  return `${((number * 2_654_435_761) >>> 0).toString(16).padStart(8, "0")}${clientUuid.slice(8)}`;
}

const viewerOf = (video: WatchedVideo, place: number) => ({
  viewer: viewerUuid(video, place),
  country: COUNTRY_CODES[place % COUNTRY_CODES.length] ?? "",
  network_prefix: "192.0.2.0/24",
  ...(NETWORK_PROVIDERS[place % 5 === 1 ? 2 : place % 2] ?? { asn: 0, isp: "" }),
  is_vpn: 0 as const,
  page_host: PAGE_HOSTS[place % PAGE_HOSTS.length] ?? "",
  device: DEVICE_TYPES[place % DEVICE_TYPES.length] ?? "laptop",
  network: place % 5 === 1 ? "mobile" : "fixed",
  ...(BROWSER_NAMES[place % BROWSER_NAMES.length] ?? { browser: "", system: "" }),
  player: "Shoal",
  ...placeOf(video, place),
});

/** Returns the page on which a session of a third-party CDN's medium plays, and its player. */
function placeOf({ onOtherCdn }: WatchedVideo, place: number): Partial<SessionMinuteRow> {
  const site = onOtherCdn?.places[place % onOtherCdn.places.length];
  if (!onOtherCdn || !site) return {};
  return {
    config_uuid: site.configUuid,
    site_uuid: site.siteUuid,
    is_site_closed: site.isSiteClosed ? 1 : 0,
    page_host: site.pageHost,
    player: onOtherCdn.players[place % onOtherCdn.players.length] ?? "",
  };
}
