import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DirectLink, DirectLinkOptions } from "./direct-link.ts";
import { DirectReceiver, type DirectState } from "./direct-receiver.ts";
import { FakeRoom } from "./fake-room.ts";
import { LinkMonitor } from "./link-stats.ts";

class FakeLink implements Pick<DirectLink, keyof DirectLink> {
  readonly watch = new LinkMonitor(performance.now());
  readonly options: DirectLinkOptions;
  readonly handled: string[] = [];
  isClosed = false;
  constructor(options: DirectLinkOptions) {
    this.options = options;
    links.push(this);
  }
  acceptsOffer(sdp: string): boolean {
    return this.handled.every((offer) => offer === sdp);
  }
  handle(signal: { kind: string; sdp?: string }): void {
    if (signal.sdp !== undefined) this.handled.push(signal.sdp);
  }
  close(): void {
    this.isClosed = true;
  }
  bring(bytes: number): void {
    this.watch.record({ frames: 1, height: 360, audioBytes: 0, videoBytes: bytes }, performance.now());
  }
}

let links: FakeLink[];
let states: DirectState[];
let receiver: DirectReceiver;
const stream = {} as MediaStream;
const phasesOf = () => states.map(({ phase }) => phase);
const lastLink = () => links.at(-1) as FakeLink;
const sendOffer = (sdp: string) => FakeRoom.last().reply({ type: "signal", signal: { kind: "offer", sdp } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeRoom);
  [FakeRoom.opened, links, states] = [[], [], []];
  receiver = new DirectReceiver({
    room: () => ({ url: "wss://one.example/direct", ticket: "t" }),
    onTicketRefused: () => undefined,
    onState: (state) => states.push(state),
    makeLink: (options) => new FakeLink(options),
  });
  receiver.join();
  FakeRoom.last().accept().give("p1");
});
afterEach(() => {
  receiver.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("the receiver passes the publisher's offer to the link of its place and gets the stream", () => {
  sendOffer("one");
  lastLink().options.onStream(stream);
  expect(receiver.state).toEqual({ phase: "receiving", stream });
  expect(lastLink().handled).toEqual(["one"]);
});

it("the link survives a reconnection to the same place, and is replaced at another place", () => {
  lastLink().options.onStream(stream);
  FakeRoom.last().break();
  vi.advanceTimersByTime(500);
  FakeRoom.last().accept().give("p1");
  expect([links.length, receiver.state.phase]).toEqual([1, "receiving"]);
  FakeRoom.last().break();
  vi.advanceTimersByTime(500);
  FakeRoom.last().accept().give("p2");
  expect([links.map(({ isClosed }) => isClosed), receiver.state.phase]).toEqual([
    [true, false],
    "connecting",
  ]);
});

it("the loss of the place is reported before the stream is closed", () => {
  lastLink().options.onStream(stream);
  const closedAtState: boolean[] = [];
  vi.spyOn(states, "push").mockImplementation(() => closedAtState.push(links[0]?.isClosed ?? true));
  FakeRoom.last().reply({ type: "waiting", reason: "full", waitingBefore: 0 });
  expect([closedAtState, links[0]?.isClosed]).toEqual([[false], true]);
});

it("an offer of another publisher replaces the link at the same place", () => {
  sendOffer("one");
  sendOffer("one");
  expect(links).toHaveLength(1);
  sendOffer("two");
  expect([links.length, links[0]?.isClosed, lastLink().handled]).toEqual([2, true, ["two"]]);
});

it("a place whose connection failed is given back, and requested again at increasing delays", () => {
  lastLink().options.onLost();
  expect(phasesOf().at(-1)).toBe("lost");
  vi.advanceTimersByTime(0);
  expect(FakeRoom.opened).toHaveLength(2);
  FakeRoom.last().accept().give("p2");
  lastLink().options.onLost();
  vi.advanceTimersByTime(499);
  expect(FakeRoom.opened).toHaveLength(2);
  vi.advanceTimersByTime(501);
  expect(FakeRoom.opened).toHaveLength(3);
});

it("bytes are counted over all connections", () => {
  lastLink().bring(1_000);
  lastLink().options.onLost();
  vi.advanceTimersByTime(0);
  FakeRoom.last().accept().give("p2");
  lastLink().bring(200);
  expect(receiver.bytes).toBe(1_200);
  expect(receiver.rendition).toMatchObject({ transport: "peer", height: 360 });
});

it("the stream is still while no frames arrive, and after a failure until the room responds again", () => {
  lastLink().options.onStream(stream);
  lastLink().bring(1_000);
  expect(receiver.isStill).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(receiver.isStill).toBe(true);
  lastLink().options.onLost();
  expect(receiver.isStill).toBe(true);
  vi.advanceTimersByTime(0);
  FakeRoom.last().accept().reply({ type: "waiting", reason: "nobody", waitingBefore: 0 });
  expect(receiver.isStill).toBe(false);
});

it("leaving closes the link and the room, which can be joined again", () => {
  receiver.leave();
  expect([receiver.state.phase, FakeRoom.last().closedWith, lastLink().isClosed]).toEqual([
    "away",
    1_000,
    true,
  ]);
  receiver.join();
  expect(FakeRoom.opened).toHaveLength(2);
});
