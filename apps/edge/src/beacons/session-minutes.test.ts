import type { BeaconBatch, BeaconMinute } from "@shoal/contract/player";
import { playedMinute } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { inWindow, rowsOf } from "./session-minutes.ts";

const MINUTE_NUMBER = 29_000_000;
const PEAK_BPS = 3_000_000;
const minuteWith = (changes: Partial<BeaconMinute> = {}) =>
  playedMinute(MINUTE_NUMBER, { secRebufPeer: 0, ...changes });
const rowsAt = (secondOfMinute: number, ...minutes: BeaconMinute[]) => {
  const batch: BeaconBatch = { token: "t", device: "tv", network: "fixed", minutes };
  return rowsOf(batch, {
    claims: { clientId: "c", video: "v", sessionId: "s", expiresAtMs: 0, pageHost: "www.example.org" },
    place: { country: "FR", asn: 3_215, isp: "Orange", networkPrefix: "203.0.113.0/24", isVpn: false },
    userAgent: { browser: "Firefox", system: "Linux" },
    nowMs: (MINUTE_NUMBER * 60 + secondOfMinute) * 1000,
    peakBps: PEAK_BPS,
  });
};

it("rows state whether the session's site is closed, and omit both columns without a site", () => {
  const claims = { clientId: "c", video: "v", sessionId: "s", expiresAtMs: 0, configUuid: "config" };
  const place = { country: null, asn: null, isp: null, networkPrefix: "203.0.113.0/24", isVpn: false };
  const batch: BeaconBatch = { token: "t", device: "tv", network: "fixed", minutes: [minuteWith()] };
  const userAgent = { browser: "", system: "" };
  const rowOf = (site: object) =>
    rowsOf(batch, { claims: { ...claims, ...site }, place, userAgent, nowMs: 0, peakBps: PEAK_BPS })[0];
  expect(rowOf({ siteUuid: "site", isSiteClosed: true })).toMatchObject({
    site_uuid: "site",
    is_site_closed: 1,
  });
  expect(rowOf({ siteUuid: "site", isSiteClosed: false })).toMatchObject({ is_site_closed: 0 });
  expect(rowOf({})).not.toHaveProperty("site_uuid");
});

describe("the rows of a beacon", () => {
  it("contain the token's claims, the player's counters and the viewer's location", () => {
    expect(rowsAt(40, minuteWith())).toEqual([
      {
        client_uuid: "c",
        video_uuid: "v",
        session_uuid: "s",
        minute: MINUTE_NUMBER * 60,
        version: (MINUTE_NUMBER * 60 + 40) * 1000,
        sec_server: 10,
        sec_peer: 20,
        sec_direct: 0,
        sec_rebuf_http: 0,
        sec_rebuf_p2p: 0,
        bytes_server: 1_000,
        bytes_peer: 2_000,
        bytes_direct: 0,
        bytes_up: 10,
        kbps_seconds: 30_000,
        sec_best_quality: 30,
        views: 1,
        attempts: 1,
        startup_ms: 300,
        peers: 2,
        errors: 0,
        country: "FR",
        network_prefix: "203.0.113.0/24",
        asn: 3_215,
        isp: "Orange",
        is_vpn: 0,
        page_host: "www.example.org",
        device: "tv",
        network: "fixed",
        browser: "Firefox",
        system: "Linux",
        viewer: "",
        player: "",
        height: 0,
        played: [],
        replayed: [],
        events: [],
      },
    ]);
  });

  it("contain the other reported values, without spans that no minute can have", () => {
    const reported = minuteWith({
      height: 720,
      played: [
        [0, 30],
        [9, 9],
        [40, 4],
        [100, 5_000],
      ],
      replayed: [[50, 60]],
      events: [{ atMs: 120, type: "stall", value: 900 }],
    } as Partial<BeaconMinute>);
    expect(rowsAt(40, reported)).toMatchObject([
      {
        height: 720,
        played: [0, 30],
        replayed: [50, 60],
        events: ['{"atMs":120,"type":"stall","value":900}'],
      },
    ]);
  });

  it("list playback in other renditions than the main one in milliseconds and kbit", () => {
    const others = [
      { height: 360, secServer: 2.0004, secPeer: 5.5, kbpsSeconds: 6_000.7, secBestQuality: 0 },
      { height: 0, secServer: 0.25, secPeer: 0, kbpsSeconds: 0, secBestQuality: 0.25 },
    ];
    const [row] = rowsAt(40, minuteWith({ height: 720, otherRenditions: others }));
    expect(row).toMatchObject({
      height: 720,
      sec_server: 10,
      sec_peer: 20,
      kbps_seconds: 30_000,
      other_heights: [360, 0],

      other_ms_server: [2_000, 250],
      other_ms_peer: [5_500, 0],

      other_ms_best: [0, 250],
      other_kbits: [6_001, 0],
    });
  });

  it("cap other renditions at the minute's totals, and list neither the main one nor repetitions", () => {
    const all = { secServer: 7, secPeer: 1e9, kbpsSeconds: 1e9, secBestQuality: 1e9 };
    const others = [360, 480, 360, 720].map((height) => ({ height, ...all }));
    const [row] = rowsAt(40, minuteWith({ height: 720, kbpsSeconds: 30_000.9, otherRenditions: others }));
    expect(row).toMatchObject({
      other_heights: [360, 480],
      other_ms_server: [7_000, 3_000],
      other_ms_peer: [20_000, 0],

      other_ms_best: [30_000, 0],
      other_kbits: [30_000, 0],
    });
  });

  it("reduce other renditions by the same factor as the minute", () => {
    const others = [{ height: 360, secServer: 300, secPeer: 0, kbpsSeconds: 9_000, secBestQuality: 0 }];
    const reported = minuteWith({ secServer: 600, secPeer: 600, height: 720, otherRenditions: others });
    expect(rowsAt(300, reported)[0]).toMatchObject({
      sec_server: 30,
      other_ms_server: [15_000],
      other_kbits: [450],
    });
  });

  it("reduce all seconds by the same factor if they exceed the minute", () => {
    const [row] = rowsAt(
      300,
      minuteWith({ secServer: 600, secPeer: 500, secRebufPeer: 100, secBestQuality: 1e6 }),
    );
    expect(row).toMatchObject({ sec_server: 30, sec_peer: 25, sec_rebuf_p2p: 5, sec_best_quality: 55 });
  });

  it("never have a higher bit rate than the top rendition with its audio", () => {
    expect(rowsAt(40, minuteWith({ kbpsSeconds: 2_705_627_716 }))[0]?.kbps_seconds).toBe(30 * 3_000);
    const [row] = rowsAt(300, minuteWith({ secServer: 600, secPeer: 600, kbpsSeconds: 1e12 }));
    expect(row?.kbps_seconds).toBe(60 * 3_000);
    expect(rowsAt(40, minuteWith({ secServer: 0, secPeer: 0 }))[0]?.kbps_seconds).toBe(0);
  });

  it("mark data from the publishing page, which never exceeds the data from peers", () => {
    expect(rowsAt(40, minuteWith({ secDirect: 15, bytesDirect: 1_500 }))).toMatchObject([
      { sec_peer: 20, sec_direct: 15, bytes_peer: 2_000, bytes_direct: 1_500 },
    ]);
    expect(rowsAt(40, minuteWith({ secDirect: 90, bytesDirect: 9_000 }))).toMatchObject([
      { sec_direct: 20, bytes_direct: 2_000 },
    ]);
  });

  it("never contain more seconds than have passed, apart from the clock tolerance", () => {
    const [row] = rowsAt(10, minuteWith({ secServer: 60, secPeer: 0 }));
    expect(row?.sec_server).toBe(40);
  });

  it("cover no future minute and none older than an hour", () => {
    const minutes = [-61, -59, 0, 1, 2].map((offset) => minuteWith({ minute: MINUTE_NUMBER + offset }));
    const nowMs = (MINUTE_NUMBER * 60 + 45) * 1_000;
    expect(inWindow(minutes, nowMs).map((each) => each.minute - MINUTE_NUMBER)).toEqual([-59, 0, 1]);
  });
});
