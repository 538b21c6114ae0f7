import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BeaconSenderOptions, sendBeacons } from "./beacon-sender.ts";
import { MinuteCounters } from "./minute-counters.ts";

const SESSION = {
  serverTime: "2026-11-28T10:00:00.000Z",
  beacon: { url: "https://play.example.com/beacons", token: "signed", intervalMs: 10_000 },
};

let sentBatches: unknown[];
beforeEach(() => {
  sentBatches = [];
  vi.useFakeTimers({ now: Date.parse(SESSION.serverTime) });
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { screen: { width: 1_440 } }));
  vi.stubGlobal("navigator", {
    userAgent: "Firefox",
    maxTouchPoints: 0,
    sendBeacon: (_url: string, text: string) => sentBatches.push(JSON.parse(text)),
  });
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    sentBatches.push(JSON.parse(body));
    return Promise.resolve(new Response(null, { status: 202 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function startSender() {
  const options: BeaconSenderOptions = {
    counters: new MinuteCounters(),
    session: () => SESSION,
    onBeforeSend: () => undefined,
  };
  const sender = sendBeacons(options);
  options.counters.add("views", 1);
  return { options, sender };
}

test("notes are added to batches even if the recorder is loaded after sending has started", async () => {
  const { options, sender } = startSender();
  options.addNotes = (batch) => ({ ...batch, player: "Shoal" });
  await vi.advanceTimersByTimeAsync(SESSION.beacon.intervalMs);
  options.counters.add("secServer", 3);
  sender.close();
  expect(sentBatches).toMatchObject([
    { player: "Shoal", minutes: [{ views: 1 }] },
    { player: "Shoal", minutes: [{ views: 1, secServer: 3 }] },
  ]);
});

test("only counters are sent if the recorder cannot be loaded", async () => {
  startSender();
  await vi.advanceTimersByTimeAsync(SESSION.beacon.intervalMs);
  expect(sentBatches).toMatchObject([{ token: "signed", minutes: [{ views: 1 }] }]);
  expect(sentBatches[0]).not.toHaveProperty("player");
});
