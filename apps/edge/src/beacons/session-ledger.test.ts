import { beaconMinute } from "@shoal/testkit";
import { expect, it } from "vitest";
import { SessionLedger } from "./session-ledger.ts";

const FIRST_MINUTE = 29_000_000;
const PEAK_BPS = 8_000_000;
const SESSION_START_MS = FIRST_MINUTE * 60_000;
const acceptedAt = (sec: number) => ({
  nowMs: SESSION_START_MS + sec * 1_000,
  bornAtMs: SESSION_START_MS,
  peakBps: PEAK_BPS,
});

function createLedger(servedBytes?: number) {
  const warnings = { count: 0 };
  const own = {
    servedTo: () => servedBytes,
    onDisagreement() {
      warnings.count += 1;
    },
  };
  return Object.assign(new SessionLedger(own), { warnings });
}

it("accepts a plausible report unchanged", () => {
  const ledger = createLedger();
  const reported = [
    beaconMinute(FIRST_MINUTE, { secServer: 50, bytesServer: 50_000_000, bytesPeer: 10_000_000 }),
  ];
  expect(ledger.accept("s", reported, acceptedAt(60))).toEqual(reported);
});

it("caps bytes at three times the top rendition for the session's duration plus 120 s", () => {
  const ledger = createLedger();
  const huge = { bytesServer: 3e11, bytesPeer: 1e11, bytesUp: 1e12 };
  const [first] = ledger.accept("s", [beaconMinute(FIRST_MINUTE, huge)], acceptedAt(60));
  // The session can have loaded three times 180 s at 1 MB per second, divided between servers and peers as reported.
  expect(first).toMatchObject({ bytesServer: 405_000_000, bytesPeer: 135_000_000, bytesUp: 540_000_000 });
  const [second] = ledger.accept("s", [beaconMinute(FIRST_MINUTE + 1, huge)], acceptedAt(120));
  expect((second?.bytesServer ?? 0) + (second?.bytesPeer ?? 0)).toBe(180_000_000);
  const [other] = ledger.accept(
    "another",
    [beaconMinute(FIRST_MINUTE + 1, { bytesServer: 1_000 })],
    acceptedAt(120),
  );
  expect(other).toMatchObject({ bytesServer: 1_000 });
});

it("rejects minutes from before the session's birth, whatever the player reports", () => {
  const ledger = createLedger();
  const cut: string[] = [];
  const reported = [-58, -1, 0].map((offset) =>
    beaconMinute(FIRST_MINUTE + offset, { bytesServer: 1e12, views: 1 }),
  );
  const bornAtMs = SESSION_START_MS + 45_000;
  const accepted = ledger.accept("s", reported, {
    nowMs: bornAtMs + 15_000,
    bornAtMs,
    peakBps: PEAK_BPS,
    onCut: (what) => cut.push(what),
  });
  // The session can have loaded three times 15 s plus 120 s at 1 MB per second.
  expect(accepted).toMatchObject([{ minute: FIRST_MINUTE, bytesServer: 405_000_000, views: 1 }]);
  expect(cut).toEqual(["minutes_before_birth", "bytes"]);
});

it("accepts the minute before the birth from a viewer whose clock is half a minute behind", () => {
  const reported = [beaconMinute(FIRST_MINUTE - 1, { attempts: 1, views: 1 })];
  expect(createLedger().accept("s", reported, acceptedAt(10))).toEqual(reported);
});

it("counts one view and one attempt per session, in the minute that reported them first", () => {
  const ledger = createLedger();
  const seen = { views: 1, attempts: 1, startupMs: 300 };
  const record = (...minutes: number[]) =>
    ledger
      .accept(
        "s",
        minutes.map((minute) => beaconMinute(FIRST_MINUTE + minute, { ...seen, secServer: minute })),
        acceptedAt(600),
      )
      .map(({ views, attempts, startupMs }) => [views, attempts, startupMs]);
  expect(record(1, 2)).toEqual([
    [1, 1, 300],
    [0, 0, 0],
  ]);
  expect(record(3)).toEqual([[0, 0, 0]]);
  expect(record(1)).toEqual([[1, 1, 300]]);
});

it("ignores a batch older than the last one, and accepts a repeated one", () => {
  const ledger = createLedger();
  const early = beaconMinute(FIRST_MINUTE, { secServer: 10, bytesServer: 1_000 });
  const late = beaconMinute(FIRST_MINUTE, { secServer: 20, bytesServer: 2_000 });
  expect(ledger.accept("s", [late], acceptedAt(30))).toEqual([late]);
  expect(ledger.accept("s", [early], acceptedAt(40))).toEqual([]);
  expect(ledger.accept("s", [late], acceptedAt(50))).toEqual([late]);
});

it("includes forgotten minutes in the session's limit", () => {
  const ledger = createLedger();
  for (let n = 0; n < 100; n += 1)
    ledger.accept(
      "s",
      [beaconMinute(FIRST_MINUTE + n, { bytesServer: 180_000_000 })],
      acceptedAt(60 * (n + 1)),
    );
  const [next] = ledger.accept(
    "s",
    [beaconMinute(FIRST_MINUTE + 100, { bytesServer: 1e12 })],
    acceptedAt(60 * 101),
  );
  // The session can have loaded 101 minutes and 120 s at 3 MB per second; 100 times 180 MB are already reported.
  expect(next?.bytesServer).toBe((101 * 60 + 120) * 3_000_000 - 100 * 180_000_000);
});

it.each([
  ["as much", 60_000_000, 0],
  ["a third less", 40_000_000, 1],
  ["nothing that is known", undefined, 0],
])(
  "reports a session that claims more than this edge sent only once (bytes sent: %s)",
  (_, servedBytes, times) => {
    const ledger = createLedger(servedBytes);
    const counters = { bytesServer: 30_000_000, bytesPeer: 90_000_000 };
    for (const minute of [FIRST_MINUTE, FIRST_MINUTE, FIRST_MINUTE + 1, FIRST_MINUTE + 1])
      expect(ledger.accept("s", [beaconMinute(minute, counters)], acceptedAt(120))).toHaveLength(1);
    expect(ledger.warnings.count).toBe(times);
  },
);
