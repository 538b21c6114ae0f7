import { signRoomPass } from "@shoal/tokens";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterMicrotasks, type FakeSocket, LIVE_UUID, RoomHarness } from "./room-harness.ts";

const ANSWER_SIGNAL = { type: "signal", signal: { kind: "answer", sdp: "v=0" } } as const;
const INVALID_REFUSAL = { type: "refused", reason: "invalid" };

let harness: RoomHarness;
beforeEach(() => {
  vi.useFakeTimers();
  harness = new RoomHarness();
});
afterEach(() => {
  vi.useRealTimers();
});

const countRooms = () => harness.state.rooms.count();
const lastMessageOf = ({ answers }: FakeSocket) => answers.at(-1);
const placeOf = ({ answers }: FakeSocket) =>
  answers.flatMap((it) => (it.type === "slot" ? [it.place] : []))[0];

describe("a connection", () => {
  it.each([
    ["no JSON", "hello"],
    ["nothing that is known", "{}"],
    ["a signal", ANSWER_SIGNAL],
    ["bytes", Buffer.from("{}")],
    ["a forged ticket", { type: "watch", ticket: "forged" } as const],
    [
      "a forged pass",
      { type: "publish", pass: signRoomPass(LIVE_UUID, "another", Date.now() + 60_000) } as const,
    ],
    [
      "a pass that is out of date",
      { type: "publish", pass: signRoomPass(LIVE_UUID, "an-installation-secret", 0) } as const,
    ],
    ["more places than there are", { type: "publish", pass: "", places: Array(6).fill("p") } as const],
  ])("is refused if its first message is %s", async (_what, message) => {
    const socket = await afterMicrotasks(harness.connect().request(message));
    expect(socket.answers).toEqual([INVALID_REFUSAL]);
    expect(socket.closedWith).toBe(1008);
    expect(countRooms().rooms).toBe(0);
  });

  it("is refused if it sends no message within ten seconds", () => {
    const socket = harness.connect();
    vi.advanceTimersByTime(10_000);
    expect(socket.answers).toEqual([INVALID_REFUSAL]);
  });

  it("is refused if it joins twice, or sends signals before admission", async () => {
    const page = await harness.film();
    expect(lastMessageOf(page.request({ type: "watch", ticket: "a" }))).toEqual(INVALID_REFUSAL);
    const viewer = harness.connect().request({ type: "watch", ticket: "a" }).request(ANSWER_SIGNAL);
    await afterMicrotasks(viewer);
    expect(viewer.answers).toEqual([INVALID_REFUSAL]);
    expect(countRooms().rooms).toBe(0);
  });

  it("is refused if it exceeds the message rate, which frees its place", async () => {
    const page = await harness.film();
    const viewer = await harness.watch("a");
    for (let count = 0; count < 400; count++) viewer.request(ANSWER_SIGNAL);
    expect(lastMessageOf(viewer)).toEqual(INVALID_REFUSAL);
    expect(lastMessageOf(page)).toEqual({ type: "left", place: placeOf(viewer) });
  });

  it("gets pongs up to the message rate", async () => {
    const socket = harness.connect();
    for (let count = 0; count < 500; count++) socket.emit("ping", Buffer.alloc(1));
    expect(socket.pongs).toBe(400);
    expect(socket.answers).toEqual([INVALID_REFUSAL]);
  });

  it("is disconnected if it does not read", async () => {
    const page = await harness.film();
    page.bufferedAmount = 1_000_000;
    await harness.watch("a");
    expect(page.closedWith).toBe(1006);
  });
});

describe("a viewer", () => {
  it("without access is refused, and is asked to retry while the api is unreachable", async () => {
    harness.denied.add("a");
    expect((await harness.watch("a")).answers).toEqual([{ type: "refused", reason: "denied" }]);
    harness.api = Promise.reject(new Error("The api is away"));
    const [answer] = (await harness.watch("b")).answers;
    expect(answer).toMatchObject({ type: "refused", reason: "busy" });
    const { comeBackInMs } = answer as { comeBackInMs: number };
    expect(comeBackInMs).toBeGreaterThanOrEqual(30_000);
    expect(comeBackInMs).toBeLessThanOrEqual(60_000);
  });

  it("takes no place after disconnecting before admission", async () => {
    const page = await harness.film();
    const { promise, resolve } = Promise.withResolvers<void>();
    harness.api = promise;
    const viewer = harness.connect().request({ type: "watch", ticket: "a" });
    viewer.hangUp();
    resolve();
    await afterMicrotasks(viewer);
    expect(page.answers).toEqual([{ type: "published", places: [] }]);
    expect(countRooms()).toEqual({ rooms: 1, placesTaken: 0, waiting: 0 });
  });

  it("is redirected to the edge with the room, and so is the publishing page", async () => {
    harness.edge = "https://b.example";
    for (const socket of [await harness.watch("a"), await harness.film()]) {
      expect(socket.answers).toEqual([{ type: "elsewhere", url: "wss://b.example/direct" }]);
      expect(socket.closedWith).toBe(1008);
    }
  });

  it("gets the place back only with the slot, which no other viewer can use", async () => {
    const page = await harness.film();
    const viewer = await harness.watch("a");
    const [slotted] = viewer.answers;
    const slot = slotted?.type === "slot" ? slotted.slot : "";
    const place = placeOf(viewer);
    viewer.hangUp();
    const back = (ticket: string) =>
      afterMicrotasks(harness.connect().request({ type: "watch", ticket, slot }));
    expect(placeOf(await back("thief"))).not.toBe(place);
    expect(placeOf(await back("a"))).toBe(place);
    expect(page.answers.filter(({ type }) => type === "left")).toEqual([]);
  });

  it("leaves at once after closing the connection", async () => {
    const page = await harness.film();
    const viewer = await harness.watch("a");
    viewer.hangUp(1001);
    expect(lastMessageOf(page)).toEqual({ type: "left", place: placeOf(viewer) });
  });

  it("and the publishing page get separate credentials for a TURN server that shares a secret", async () => {
    harness.iceServers = [{ urls: ["turn:turn.example"], secret: "shared" }];
    const page = await harness.film();
    const viewer = await harness.watch("a");
    const [{ iceServers: his } = { iceServers: [] }] = viewer.answers.filter((it) => it.type === "slot");
    const [{ iceServers: its } = { iceServers: [] }] = page.answers.filter((it) => it.type === "viewer");
    expect(his[0]?.username).toMatch(/:a$/);
    expect(its[0]?.username).toMatch(new RegExp(`:${placeOf(viewer)}$`));
    expect(JSON.stringify([viewer.answers, page.answers])).not.toContain("shared");
  });
});
