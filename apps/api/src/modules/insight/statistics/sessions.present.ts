import type { StatisticsSession, StatisticsSessionTimeline } from "@shoal/contract";
import { WatchEvent } from "@shoal/contract/player";
import type { MinuteRow, SessionRow } from "./session-reader.ts";

const toIso = (sec: number | string) => new Date(Number(sec) * 1_000).toISOString();

export function presentSession(row: SessionRow, title: string | undefined): StatisticsSession {
  return {
    uuid: row.uuid,
    video: row.video,
    title: title ?? null,

    startedAt: toIso(row.startedSec),
    lastAt: toIso(row.lastSec),
    viewer: row.viewer || null,

    country: row.country,
    provider: row.isp,
    networkPrefix: row.network_prefix,

    device: row.device,
    browser: row.browser,
    system: row.system,
    player: row.player,

    network: row.network,
    host: row.page_host,

    serverSec: Number(row.sec_server),
    peerSec: Number(row.sec_peer),
    rebufferingSec: Number(row.sec_rebuf_http) + Number(row.sec_rebuf_p2p),
    startupMs: Number(row.views) > 0 ? Number(row.startup_ms) : null,
    errors: Number(row.errors),

    serverBytes: Number(row.bytes_server),
    peerBytes: Number(row.bytes_peer),
    upBytes: Number(row.bytes_up),
  };
}

type TimelineMinute = StatisticsSessionTimeline["minutes"][number];

export function presentMinute(row: MinuteRow): TimelineMinute {
  const [serverSec, peerSec] = [Number(row.sec_server), Number(row.sec_peer)];
  const playedSec = serverSec + peerSec;
  return {
    at: toIso(row.minuteSec),
    serverSec,
    peerSec,
    rebufferingSec: Number(row.sec_rebuf_http) + Number(row.sec_rebuf_p2p),

    serverBytes: Number(row.bytes_server),
    peerBytes: Number(row.bytes_peer),
    upBytes: Number(row.bytes_up),
    bitrateKbps: playedSec > 0 ? Number(row.kbps_seconds) / playedSec : null,
    height: Number(row.height) || null,

    peers: Number(row.peers),
    errors: Number(row.errors),

    played: spansOf(row.played),
    replayed: spansOf(row.replayed),
  };
}

/** Returns pairs from a flat list of starts and ends. */
const spansOf = (ends: readonly number[]): [number, number][] =>
  Array.from({ length: Math.floor(ends.length / 2) }, (_, index) => [
    Number(ends[2 * index]),
    Number(ends[2 * index + 1]),
  ]);

/** Reads the events of a minute; unreadable events are left out. */
export const readEvents = ({ minuteSec, events }: MinuteRow): StatisticsSessionTimeline["events"] =>
  events.flatMap((text) => {
    const event = readEvent(text);
    if (!event) return [];
    const { atMs, type, value, detail } = event;
    const at = new Date(Number(minuteSec) * 1_000 + atMs).toISOString();
    return { at, type, value: value ?? null, detail: detail ?? "" };
  });

function readEvent(text: string): WatchEvent | undefined {
  try {
    return WatchEvent.safeParse(JSON.parse(text)).data;
  } catch {
    // An edge of another version may write what this version cannot read.
    return undefined;
  }
}
