import type { BeaconBatch, BeaconMinute, SessionMinuteRow } from "@shoal/contract/player";
import { PROOF_GROUP_NUMBERS } from "@shoal/domain/proof";
import type { IpLocation } from "@shoal/places";
import type { BeaconClaims } from "./beacon-tokens.ts";
import { otherRenditionsOf } from "./other-renditions.ts";
import type { UserAgent } from "./user-agents.ts";

/** How far a viewer's clock may be ahead of the edge's, in seconds. */
const MAX_CLOCK_LEAD_SEC = 30;
/** The maximum age of a reported minute, in seconds. After a longer time offline, a player's counters are too old. */
const MAX_AGE_SEC = 3_600;
/** The most seconds of a video that can play within a minute: 16 times the usual speed, which is the browsers' maximum. */
const MAX_SPAN_SEC = 960;
/** The longest startup time that is counted. Viewers who wait for longer are not watching the screen. */
const MAX_STARTUP_MS = 600_000;

export interface BeaconSender {
  claims: BeaconClaims;
  place: IpLocation;
  userAgent: UserAgent;
  nowMs: number;
  /** The peak bit rate of the top rendition with its audio, in bits per second. */
  peakBps: number;
}

/** Returns the minutes that can be counted: those neither in the future nor older than an hour. */
export function inWindow(minutes: readonly BeaconMinute[], nowMs: number): BeaconMinute[] {
  const nowSec = nowMs / 1000;
  return minutes.filter(
    ({ minute }) => minute * 60 < nowSec + MAX_CLOCK_LEAD_SEC && minute * 60 > nowSec - MAX_AGE_SEC,
  );
}

/** Returns the rows of a batch. No row has more seconds than have passed in its minute. */
export const rowsOf = (batch: BeaconBatch, sender: BeaconSender): SessionMinuteRow[] =>
  batch.minutes.map((minute) => buildRow(minute, batch, sender));

function buildRow(minute: BeaconMinute, batch: BeaconBatch, sender: BeaconSender): SessionMinuteRow {
  const { claims, place, userAgent, nowMs, peakBps } = sender;
  const elapsedSec = Math.min(60, nowMs / 1000 + MAX_CLOCK_LEAD_SEC - minute.minute * 60);
  return {
    client_uuid: claims.clientId,
    video_uuid: claims.video,
    ...(claims.linkUuid === undefined ? {} : { link_uuid: claims.linkUuid }),
    ...(claims.configUuid === undefined ? {} : { config_uuid: claims.configUuid }),
    ...(claims.siteUuid === undefined
      ? {}
      : { site_uuid: claims.siteUuid, is_site_closed: claims.isSiteClosed ? 1 : 0 }),
    session_uuid: claims.sessionId,
    minute: minute.minute * 60,
    version: nowMs,
    ...playedOf(minute, { elapsedSec, peakBps }),
    bytes_server: Math.round(minute.bytesServer),
    bytes_peer: Math.round(minute.bytesPeer),
    bytes_direct: Math.round(Math.min(minute.bytesDirect ?? 0, minute.bytesPeer)),
    bytes_up: Math.round(minute.bytesUp),
    views: minute.views,
    attempts: minute.attempts,
    startup_ms: Math.min(minute.startupMs, MAX_STARTUP_MS),
    peers: minute.peers,
    errors: minute.errors,
    country: place.country ?? "",
    network_prefix: place.networkPrefix,
    asn: place.asn ?? 0,
    isp: place.isp ?? "",
    is_vpn: place.isVpn ? 1 : 0,
    page_host: claims.pageHost ?? "",
    device: batch.device,
    network: batch.network,
    browser: userAgent.browser,
    system: userAgent.system,
    // A robot is not a person who could request the removal of its rows, so they name no viewer.
    viewer: userAgent.isRobot ? "" : (batch.viewer ?? ""),
    player: batch.player ?? "",
    ...(claims.proof === undefined ? {} : { proof_group: PROOF_GROUP_NUMBERS[claims.proof] }),
    ...extraColumnsOf(minute),
  };
}

/** Returns the values reported besides the counters, without spans that are impossible or longer than a minute allows. */
function extraColumnsOf({ height = 0, played = [], replayed = [], events = [] }: BeaconMinute) {
  const listed = (spans: [number, number][]) =>
    spans.filter(([from, to]) => from < to && to - from <= MAX_SPAN_SEC).flat();
  return {
    height,
    played: listed(played),
    replayed: listed(replayed),
    events: events.map((event) => JSON.stringify(event)),
  };
}

/**
 * Fits played and stalled seconds into the elapsed part of a minute: if their sum exceeds it, all are reduced by the same factor.
 */
function playedOf(minute: BeaconMinute, { elapsedSec, peakBps }: { elapsedSec: number; peakBps: number }) {
  const { secServer, secPeer, secRebufServer, secRebufPeer } = minute;
  const claimedSec = secServer + secPeer + secRebufServer + secRebufPeer;
  const share = claimedSec > elapsedSec ? elapsedSec / claimedSec : 1;
  const seconds = secondsOf(minute, share, peakBps);
  return { ...seconds, ...otherRenditionsOf(minute, seconds, share) };
}

function secondsOf(minute: BeaconMinute, share: number, peakBps: number) {
  const { secServer, secPeer, secRebufServer, secRebufPeer, kbpsSeconds, secBestQuality } = minute;
  const part = (sum: number) => toMilliseconds(sum * share);
  return {
    sec_server: part(secServer),
    sec_peer: part(secPeer),
    sec_direct: part(Math.min(minute.secDirect ?? 0, secPeer)),
    sec_rebuf_http: part(secRebufServer),
    sec_rebuf_p2p: part(secRebufPeer),
    kbps_seconds: part(Math.min(kbpsSeconds, ((secServer + secPeer) * peakBps) / 1_000)),
    sec_best_quality: part(Math.min(secBestQuality, secServer + secPeer)),
  };
}

/** Rounds to the table's precision, so that sums equal the written rows. */
const toMilliseconds = (sec: number): number => Math.round(sec * 1_000) / 1_000;
