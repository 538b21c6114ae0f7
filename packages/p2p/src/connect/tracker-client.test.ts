import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HEARTBEAT_INTERVAL_MS, joinRequest, TRACKER_CLOSE } from "../protocol/index.ts";
import { connectTracker, type TrackerClient } from "./tracker-client.ts";

/** A fake WebSocket for which the test acts as the server. */
class FakeSocket {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = 0;
  readonly sent: unknown[] = [];
  readonly url: string;
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  end(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const RULES = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};
const lastSocket = () => FakeSocket.opened.at(-1) as FakeSocket;
let session: { url: string; ticket: string };
let requestCount: number;
let client: TrackerClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
  session = { url: "wss://one.example/tracker", ticket: "first" };
  requestCount = 0;
  client = connectTracker({
    url: () => session.url,
    ticket: () => session.ticket,
    onTicketRefused: () => {
      requestCount += 1;
    },
    onReply: () => {},
  });
});
afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("the client reconnects within 1 to 5 s with the latest ticket", () => {
  lastSocket().accept();
  expect(lastSocket().sent).toEqual([joinRequest("first")]);
  session.ticket = "second";
  lastSocket().end();
  vi.advanceTimersByTime(999);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(4_001);
  expect(FakeSocket.opened).toHaveLength(2);
  lastSocket().accept();
  expect(lastSocket().sent).toEqual([joinRequest("second")]);
});

it("a tracker that is silent for two heartbeats counts as dead", () => {
  lastSocket().accept();
  vi.advanceTimersByTime(2 * HEARTBEAT_INTERVAL_MS + 5_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(HEARTBEAT_INTERVAL_MS);
  expect(FakeSocket.opened).toHaveLength(2);
});

it("a renewed ticket is sent on the open connection, or on a new one if it is for another tracker", () => {
  lastSocket().accept();
  session.ticket = "second";
  client.renew();
  expect(lastSocket().sent.at(-1)).toEqual({ type: "renew", ticket: "second" });
  const former = lastSocket();
  session = { url: "wss://two.example/tracker", ticket: "third" };
  client.renew();
  expect(former.readyState).toBe(3);
  former.end();
  lastSocket().accept();
  expect(lastSocket()).toMatchObject({ url: session.url, sent: [joinRequest("third")] });
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

it("the client requests a new session when its ticket is refused, and three times while the tracker is unreachable", () => {
  lastSocket().accept();
  lastSocket().end(TRACKER_CLOSE.ticketExpired);
  expect(requestCount).toBe(1);
  for (let failures = 0; failures < 30; failures++) {
    vi.advanceTimersByTime(5_000);
    lastSocket().end();
  }
  expect(requestCount).toBe(4);
  expect(FakeSocket.opened).toHaveLength(31);
});

it("new sessions are requested at increasing intervals while fresh tickets are refused, and at once after an admission", () => {
  const refuse = () => {
    client.renew();
    lastSocket().accept();
    lastSocket().end(TRACKER_CLOSE.ticketExpired);
  };
  refuse();
  let answered = 0;
  for (let second = 0; second < 600; second++) {
    while (answered < requestCount) {
      answered += 1;
      refuse();
    }
    vi.advanceTimersByTime(1_000);
  }
  expect(requestCount).toBeGreaterThan(2);
  expect(requestCount).toBeLessThan(40);
  client.renew();
  lastSocket().accept();
  lastSocket().onmessage({
    data: JSON.stringify({ type: "joined", peerId: "p", audience: 1, rules: RULES }),
  });
  const before = requestCount;
  lastSocket().end(TRACKER_CLOSE.ticketExpired);
  expect(requestCount).toBe(before + 1);
});

it("a client whose ticket was used by another connection reconnects only with a new ticket", () => {
  lastSocket().accept();
  lastSocket().end(TRACKER_CLOSE.replaced);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
  session.ticket = "second";
  client.renew();
  lastSocket().accept();
  expect(lastSocket().sent).toEqual([joinRequest("second")]);
});

it("the client requests a new session after a delay when its room was closed", () => {
  lastSocket().accept();
  lastSocket().end(TRACKER_CLOSE.roomClosed);
  expect(requestCount).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(requestCount).toBe(1);
  expect(FakeSocket.opened).toHaveLength(1);
});
