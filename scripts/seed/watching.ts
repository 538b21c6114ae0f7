import type { SessionMinuteRow } from "@shoal/contract";

const COUNTRIES = ["FR", "DE", "GB", "US", "ES", "CA", "PL"];
const PAGES = ["www.example.org", "learn.example.org", "news.example.net", ""];
const DEVICES = ["laptop", "phone", "desktop", "tablet", "tv"];

export interface WatchedVideo {
  uuid: string;
  clientUuid: string;
  sessions: number;
  durationSec: number;
}

/** Session-minutes as beacons would have left them: sessions of the last day, two thirds of their bytes from peers. */
export function sessionMinutesOf(video: WatchedVideo, nowMs: number): SessionMinuteRow[] {
  return Array.from({ length: video.sessions }, (_, session) =>
    minutesOfSession(video, session, nowMs),
  ).flat();
}

function minutesOfSession(video: WatchedVideo, session: number, nowMs: number): SessionMinuteRow[] {
  const minutes = Math.max(1, Math.min(Math.floor(video.durationSec / 60), 3 + (session % 9)));
  const startMinute = Math.floor(nowMs / 60_000) - 180 - ((session * 37) % 1_200);
  const peerShare = session === 0 ? 0 : 0.5 + (session % 5) / 10;
  const kbps = [800, 1_600, 2_800, 4_500][session % 4] ?? 1_600;
  const seconds = Math.min(60, video.durationSec);
  const bytes = (seconds * kbps * 1_000) / 8;
  return Array.from({ length: minutes }, (_, index) => ({
    client_uuid: video.clientUuid,
    video_uuid: video.uuid,
    session_uuid: `${video.uuid.slice(0, 24)}${session.toString(16).padStart(12, "0")}`,
    minute: (startMinute + index) * 60,
    version: nowMs,
    sec_server: seconds * (1 - peerShare),
    sec_peer: seconds * peerShare,
    sec_rebuf_http: session % 7 === 0 ? 0.6 : 0,
    sec_rebuf_p2p: 0,
    sec_direct: 0,
    bytes_direct: 0,
    bytes_server: Math.round(bytes * (1 - peerShare)),
    bytes_peer: Math.round(bytes * peerShare),
    bytes_up: Math.round(bytes * peerShare * 0.9),
    kbps_seconds: seconds * kbps,
    sec_best_quality: session % 4 === 3 ? seconds : 0.7 * seconds,
    views: index === 0 ? 1 : 0,
    attempts: index === 0 ? 1 : 0,
    startup_ms: index === 0 ? 350 + ((session * 61) % 600) : 0,
    peers: session === 0 ? 0 : 4,
    errors: 0,
    country: COUNTRIES[session % COUNTRIES.length] ?? "",
    network_prefix: "192.0.2.0/24",
    asn: 0,
    is_vpn: 0,
    page_host: PAGES[session % PAGES.length] ?? "",
    device: DEVICES[session % DEVICES.length] ?? "laptop",
    network: session % 5 === 1 ? "mobile" : "fixed",
  }));
}
