import type { BeaconMinute } from "@shoal/contract/player";
import { beaconMinute } from "@shoal/testkit";
import { expect, it } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { claimLimitsOf } from "./claim-limits.ts";
import { ReportedBytes, type ReportingSession, type ReportLimits } from "./reported-bytes.ts";

const MINUTE_NUMBER = 29_000_000;
const SESSION_START_MS = MINUTE_NUMBER * 60_000;
const GB = 1_000_000_000;
const REPORT_LIMITS: ReportLimits = {
  sessionsPerAddress: 500,
  bytesPerAddress: 100 * GB,
  bytesPerKey: 20_000 * GB,
};

const createReporter = (changes: Partial<ReportingSession> = {}): ReportingSession => ({
  clientId: "c",
  video: "v",
  sessionId: "s",
  bornAtMs: SESSION_START_MS,
  address: "192.0.2.1",
  key: "key",
  rateBps: 8_000_000,
  isServedHere: false,
  isCountedHere: false,
  ...changes,
});
const createMinute = (offset: number, counters: Partial<BeaconMinute>) =>
  beaconMinute(MINUTE_NUMBER + offset, counters);

/** Creates the counters of an edge that has run for an hour. @param servedBytes bytes sent per session. */
function openEdge({ servedBytes, limits }: { servedBytes?: number; limits?: Partial<ReportLimits> } = {}) {
  const counted = { bytes_edge: 0, bytes_elsewhere: 0, bytes_peer: 0, bytes_up: 0, bytes_unverified: 0 };
  const shares: number[] = [];
  const most = new Map<number, number>();
  const halves: string[] = [];
  const clock = { nowMs: SESSION_START_MS - 3_600_000 };
  const metered = new ReportedBytes({
    meter: {
      add: (_medium, counter, bytes) => {
        counted[counter] += bytes;
      },
      raiseMost: (_medium, bytes, atMs) => {
        const hour = Math.floor(atMs / 3_600_000);
        most.set(hour, Math.max(most.get(hour) ?? 0, bytes));
      },
      raiseAddress: (_medium, share) => void shares.push(share),
    },
    metrics: createMetrics(),
    servedTo: () => servedBytes,
    limits: { ...REPORT_LIMITS, ...limits },
    onHalfOfAddress: (medium) => halves.push(medium.video),
    nowMs: () => clock.nowMs,
  });
  return {
    counted,
    halves,
    shares,
    most: () => Math.max(0, ...most.values()),
    /** Reports minutes. @param atSec the time since the session's start. */
    report(atSec: number, reporter: ReportingSession, ...minutes: BeaconMinute[]) {
      clock.nowMs = SESSION_START_MS + atSec * 1_000;
      metered.record(reporter, minutes);
    },
  };
}

it("plausible reports for media on other CDNs are billed in full", () => {
  const edge = openEdge();
  for (let minute = 0; minute < 60; minute++)
    for (const sec of [10, 20, 30, 40, 50, 60]) {
      const share = sec / 60;
      const counters = { bytesServer: 20_000_000 * share, bytesPeer: 10_000_000 * share };
      edge.report(minute * 60 + sec, createReporter(), createMinute(minute, counters));
    }
  expect(edge.counted.bytes_elsewhere).toBeCloseTo(60 * 20_000_000, -1);
  expect(edge.counted.bytes_peer).toBeCloseTo(60 * 10_000_000, -1);
});

it("a quickly filled buffer is billed as time passes, and repeated reports once", () => {
  const edge = openEdge();
  const minute = createMinute(0, { bytesServer: 30_000_000 });
  edge.report(5, createReporter(), minute);
  expect(edge.counted.bytes_elsewhere).toBe(5_000_000);
  edge.report(60, createReporter(), minute, minute);
  edge.report(61, createReporter(), minute);
  expect(edge.counted.bytes_elsewhere).toBe(30_000_000);
});

it("all bytes of a player that was offline are billed once it reports them", () => {
  const edge = openEdge();
  edge.report(60, createReporter(), createMinute(0, { bytesServer: 20_000_000 }));
  const missed = Array.from({ length: 25 }, (_, n) => createMinute(n, { bytesServer: 20_000_000 }));
  edge.report(25 * 60, createReporter(), ...missed);
  expect(edge.counted.bytes_elsewhere).toBe(25 * 20_000_000);
});

it("an office behind one address is billed in full", () => {
  const edge = openEdge({ servedBytes: 100_000_000 });
  for (let viewer = 0; viewer < 400; viewer++) {
    const reporter = createReporter({ sessionId: `s${viewer}`, isServedHere: true, isCountedHere: true });
    edge.report(600, reporter, createMinute(9, { bytesPeer: 200_000_000, bytesUp: 200_000_000 }));
  }
  expect(edge.counted.bytes_peer).toBe(400 * 200_000_000);
  expect(edge.counted.bytes_up).toBe(400 * 200_000_000);
});

it("a session is billed at most what its media take since its birth, whatever it reports", () => {
  const edge = openEdge();
  edge.report(60, createReporter(), createMinute(0, { bytesServer: 1_200 * GB, bytesPeer: 1_200 * GB }));
  const { bytes_elsewhere: server, bytes_peer: peer } = edge.counted;
  expect(server + peer).toBe(60_000_000);
  // The excess bytes are not billed after an hour of silence either.
  edge.report(3_600, createReporter(), createMinute(59, {}));
  expect(edge.counted.bytes_elsewhere + edge.counted.bytes_peer).toBe(60_000_000 + 120_000_000);
});

it("peer bytes of hosted videos are not billed if the server sent none", () => {
  const edge = openEdge({ servedBytes: 0 });
  const reporter = createReporter({ isServedHere: true, isCountedHere: true });
  edge.report(60, reporter, createMinute(0, { bytesServer: GB, bytesPeer: 10_000_000, bytesUp: GB }));
  expect(edge.counted).toEqual({
    bytes_edge: 0,
    bytes_elsewhere: 0,
    bytes_peer: 0,
    bytes_up: 0,
    bytes_unverified: 0,
  });
});

it("peer bytes of hosted videos in the plugin are billed within the usual claims, since other sessions load them", () => {
  const edge = openEdge();
  const usual = claimLimitsOf(undefined, CLAIM_FLOORS, SESSION_START_MS);
  const reporter = createReporter({ isServedHere: true, usual });
  edge.report(60, reporter, createMinute(0, { bytesServer: GB, bytesPeer: 10_000_000, bytesUp: 10_000_000 }));
  expect(edge.counted).toMatchObject({ bytes_elsewhere: 0, bytes_peer: 10_000_000, bytes_up: 10_000_000 });
  edge.report(3_600, reporter, createMinute(59, { bytesPeer: 10 * GB }));
  edge.report(3_600, { ...reporter, sessionId: "t" }, createMinute(59, { bytesPeer: 10 * GB }));
  expect(edge.counted.bytes_peer).toBeLessThanOrEqual(CLAIM_FLOORS.bytesPerNetworkOfClient + 10_000_000);
});

it("for media of a CDN entry only peer bytes are billed from reports; the entry counts its own", () => {
  const edge = openEdge();
  edge.report(
    60,
    createReporter({ isFromCdn: true }),
    createMinute(0, { bytesServer: 20_000_000, bytesPeer: 10_000_000 }),
  );
  expect(edge.counted).toMatchObject({ bytes_elsewhere: 0, bytes_peer: 10_000_000 });
});

it("bytes from the publishing page are not billed", () => {
  const edge = openEdge({ servedBytes: GB });
  const reporter = createReporter({ isServedHere: true, isCountedHere: true });
  edge.report(60, reporter, createMinute(0, { bytesPeer: 10_000_000, bytesDirect: 9_000_000 }));
  edge.report(61, reporter, createMinute(1, { bytesDirect: GB }));
  expect(edge.counted.bytes_peer).toBe(1_000_000);
});

it("an address that reaches half of its billed bytes is reported once an hour", () => {
  const edge = openEdge({ limits: { bytesPerAddress: 10_000_000 } });
  const report = (atSec: number, session: number) =>
    edge.report(
      atSec,
      createReporter({ sessionId: `${session}` }),
      createMinute(Math.floor(atSec / 60) - 1, { bytesServer: 1_000_000 }),
    );
  for (let session = 0; session < 4; session++) report(60, session);
  expect(edge.halves).toEqual([]);
  for (let session = 4; session < 12; session++) report(60, session);
  expect(edge.halves).toEqual(["v"]);
  for (let session = 12; session < 20; session++) report(3_700, session);
  expect(edge.halves).toEqual(["v", "v"]);
});

it("sessions and bytes per address and bytes per key are limited each hour", () => {
  const edge = openEdge({ limits: { sessionsPerAddress: 3, bytesPerAddress: 10_000_000 } });
  const report = (atSec: number, address: string) => {
    for (let number = 0; number < 10; number++)
      edge.report(
        atSec,
        createReporter({ address, sessionId: `${address} ${number}` }),
        createMinute(Math.floor(atSec / 60) - 1, { bytesServer: 1_000_000 }),
      );
  };
  report(60, "192.0.2.1");
  expect(edge.counted.bytes_elsewhere).toBe(3_000_000);
  report(60, "2001:db8::1");
  report(60, "2001:db8::2");
  expect(edge.counted.bytes_elsewhere).toBe(6_000_000);
  report(3_700, "192.0.2.1");
  expect(edge.counted.bytes_elsewhere).toBe(9_000_000);
  const narrow = openEdge({ limits: { bytesPerKey: 5_000_000 } });
  for (let number = 0; number < 10; number++)
    narrow.report(
      60,
      createReporter({ address: `192.0.2.${number}`, sessionId: `s${number}` }),
      createMinute(0, { bytesServer: 1_000_000 }),
    );
  expect(narrow.counted.bytes_elsewhere).toBe(5_000_000);
});

it("for minutes before its start, a run counts only the growth since the first report", () => {
  const edge = openEdge();
  const reporter = createReporter({ bornAtMs: SESSION_START_MS - 7_200_000 });
  const sinceStartSec = 3_600;
  edge.report(-sinceStartSec + 30, reporter, createMinute(-60, { bytesServer: 10_000_000 }));
  // Minutes after the start of the run are billed in full.
  edge.report(-sinceStartSec + 90, reporter, createMinute(-59, { bytesServer: 7_000_000 }));
  expect(edge.counted.bytes_elsewhere).toBe(17_000_000);
  const older = createMinute(-61, { bytesServer: 30_000_000 });
  edge.report(-sinceStartSec + 95, reporter, older);
  expect(edge.counted.bytes_elsewhere).toBe(17_000_000);
  edge.report(-sinceStartSec + 99, reporter, { ...older, bytesServer: 31_000_000 });
  expect(edge.counted.bytes_elsewhere).toBe(18_000_000);
});

it("records the most bytes that a session received and sent in an hour", () => {
  const edge = openEdge({ servedBytes: GB });
  const reporter = createReporter({ isServedHere: true, isCountedHere: true });
  edge.report(60, reporter, createMinute(0, { bytesPeer: 1_000_000, bytesUp: 3_000_000 }));
  edge.report(120, reporter, createMinute(1, { bytesPeer: 1_000_000, bytesUp: 3_000_000 }));
  edge.report(120, { ...reporter, sessionId: "t" }, createMinute(1, { bytesPeer: 5_000_000 }));
  expect(edge.most()).toBe(8_000_000);
});

const CLAIM_FLOORS = { bytesPerClient: 25 * GB, bytesPerNetworkOfClient: GB / 2 };
const usualClaimsOf = (usualBytes: number) =>
  claimLimitsOf(
    { isLifted: false, bytesByHour: Array<number>(24).fill(usualBytes) },
    CLAIM_FLOORS,
    SESSION_START_MS,
  );

/** Reports 120 consecutive sessions of 12 s, each of which claims as much as its media can take. */
function forgeInSequence(edge: ReturnType<typeof openEdge>, reporter: Partial<ReportingSession>): void {
  for (let nth = 0; nth < 120; nth++) {
    const atSec = nth * 12;
    const session = {
      sessionId: `forged ${nth}`,
      bornAtMs: SESSION_START_MS + atSec * 1_000,
      address: "198.51.100.9",
    };
    const minute = createMinute(Math.floor((atSec + 12) / 60), { bytesServer: GB });
    edge.report(atSec + 12, createReporter({ ...session, ...reporter }), minute);
  }
}

it("consecutive forged sessions from one network change the bill of a usual hour by less than a hundredth", () => {
  for (const usualBytes of [60 * GB, 400 * GB, 4_000 * GB]) {
    const edge = openEdge();
    forgeInSequence(edge, { usual: usualClaimsOf(usualBytes) });
    expect(edge.counted.bytes_elsewhere).toBeLessThan(usualBytes / 100);
    expect(edge.counted.bytes_elsewhere + edge.counted.bytes_unverified).toBeCloseTo(1.44 * GB, -3);
  }
  const unbounded = openEdge();
  forgeInSequence(unbounded, {});
  expect(unbounded.counted.bytes_elsewhere).toBeCloseTo(1.44 * GB, -3);
});

it("claims of a new client are billed up to the floors, and recorded as unverified beyond them", () => {
  const edge = openEdge();
  forgeInSequence(edge, { usual: claimLimitsOf(undefined, CLAIM_FLOORS, SESSION_START_MS) });
  expect(edge.counted.bytes_elsewhere).toBe(GB / 2);
  expect(edge.counted.bytes_unverified).toBeCloseTo(0.94 * GB, -3);
});

it("claims from many networks are billed up to three times the usual, and in full if the limits are lifted", () => {
  const watchFrom = (edge: ReturnType<typeof openEdge>, usual: ReportingSession["usual"]) => {
    for (let nth = 0; nth < 600; nth++) {
      const viewer = { sessionId: `v${nth}`, address: `10.${nth >> 8}.${nth & 255}.1`, usual };
      edge.report(1_200, createReporter(viewer), createMinute(19, { bytesServer: GB / 2 }));
    }
  };
  const launch = openEdge();
  watchFrom(launch, usualClaimsOf(30 * GB));
  expect(launch.counted.bytes_elsewhere).toBe(90 * GB);
  expect(launch.counted.bytes_unverified).toBe(210 * GB);
  const answeredFor = openEdge();
  watchFrom(answeredFor, claimLimitsOf({ isLifted: true, bytesByHour: [] }, CLAIM_FLOORS, SESSION_START_MS));
  expect(answeredFor.counted).toMatchObject({ bytes_elsewhere: 300 * GB, bytes_unverified: 0 });
});

it("the used share of an address's quota is recorded with the billed bytes", () => {
  const edge = openEdge({ limits: { bytesPerAddress: GB } });
  edge.report(600, createReporter(), createMinute(9, { bytesServer: 0.6 * GB }));
  expect(Math.max(...edge.shares)).toBeCloseTo(0.6, 5);
});
