import { DIRECT_PLACES, MAX_WAITING_DIRECT_VIEWERS } from "@shoal/contract/player";
import { beforeEach, describe, expect, it } from "vitest";
import { PLACE_GRACE_MS } from "./room.ts";
import type { RoomEffect } from "./room.types.ts";
import { PublisherPage, RoomSimulation } from "./room-simulation.ts";

const ANSWER_SIGNAL = { kind: "answer", sdp: "v=0" } as const;

let simulation: RoomSimulation;
beforeEach(() => {
  simulation = new RoomSimulation();
});

const messagesTo = (connection: string, effects: RoomEffect[] = simulation.effects) =>
  effects.flatMap((effect) => (effect.type === "tell" && effect.to === connection ? [effect.word] : []));
/** Adds this number of viewers, with the sessions `s0`, `s1` and so on. */
const addViewers = (count = DIRECT_PLACES): string[] =>
  Array.from({ length: count }, (_, at) => simulation.watch(`s${at}`));
const slotOf = (session: string) => simulation.slots.get(session) ?? "";

describe("places", () => {
  it("go to the first five viewers; later ones wait in order of arrival", () => {
    const publisher = simulation.film();
    const viewers = addViewers();
    expect([...(simulation.page?.known ?? [])]).toEqual(viewers.map((viewer) => simulation.placeOf(viewer)));
    const waiting = [simulation.watch("w0"), simulation.watch("w1"), simulation.watch("w2")];
    expect(waiting.map((waiter) => simulation.waiting.get(waiter))).toEqual(
      waiting.map((_, waitingBefore) => ({ type: "waiting", reason: "full", waitingBefore })),
    );
    const freed = simulation.placeOf(viewers[3] ?? "");
    const effects = simulation.leave(viewers[3] ?? "");
    const given = simulation.placeOf(waiting[0] ?? "");
    expect(given).not.toBe(freed);
    expect(messagesTo(publisher, effects)).toEqual([
      { type: "left", place: freed },
      { type: "viewer", place: given, viewer: waiting[0] },
    ]);
    expect(messagesTo(waiting[2] ?? "", effects)).toEqual([
      { type: "waiting", reason: "full", waitingBefore: 1 },
    ]);
  });

  it("are assigned only once a publisher connects; until then viewers wait", () => {
    const viewers = addViewers(7);
    expect(simulation.waiting.get(viewers[6] ?? "")).toEqual({
      type: "waiting",
      reason: "nobody",
      waitingBefore: 6,
    });
    simulation.film();
    expect(simulation.room.places.map(({ connection }) => connection)).toEqual(viewers.slice(0, 5));
    expect(simulation.waiting.get(viewers[6] ?? "")).toEqual({
      type: "waiting",
      reason: "full",
      waitingBefore: 1,
    });
  });

  it("become free at once when a viewer closes the connection, and the publishing page is notified", () => {
    const publisher = simulation.film();
    const [viewer = ""] = addViewers(1);
    const place = simulation.placeOf(viewer);
    expect(messagesTo(publisher, simulation.leave(viewer))).toEqual([{ type: "left", place }]);
    expect(simulation.room.places).toEqual([]);
  });
});

describe("the queue", () => {
  it("has a maximum length, beyond which viewers are refused as busy", () => {
    addViewers(MAX_WAITING_DIRECT_VIEWERS);
    const connection = simulation.watch("late");
    expect(simulation.effects).toEqual([{ type: "refuse", connection, reason: "busy" }]);
    expect(simulation.room.line).toHaveLength(MAX_WAITING_DIRECT_VIEWERS);
  });

  it("notifies only viewers whose state has changed", () => {
    const [, second = "", third = ""] = addViewers(4);
    const effects = simulation.leave(third);
    expect(effects.map((effect) => effect.type === "tell" && effect.to)).toEqual(["c4"]);
    expect(simulation.leave("nobody")).toEqual([]);
    expect(simulation.waiting.get(second)?.waitingBefore).toBe(1);
  });

  it("contains each session once: a newer connection takes the position of the older one", () => {
    const [first = ""] = addViewers(2);
    const again = simulation.watch("s0");
    expect(simulation.effects).toContainEqual({ type: "refuse", connection: first, reason: "replaced" });
    expect(simulation.room.line.map(({ connection }) => connection)).toEqual([again, "c2"]);
  });
});

describe("a viewer whose connection broke", () => {
  it("gets the place back with the slot, and the publishing page never learns of the interruption", () => {
    const publisher = simulation.film();
    const [viewer = ""] = addViewers();
    const place = slotOf("s0");
    expect(simulation.break(viewer)).toEqual([]);
    simulation.tick(PLACE_GRACE_MS - 1);
    const again = simulation.watch("s0", place);
    expect(simulation.effects).toEqual([
      { type: "tell", to: again, word: { type: "slot", place, viewer: again } },
      { type: "tell", to: publisher, word: { type: "viewer", place, viewer: again } },
    ]);
  });

  it("gets the place back even if the new connection arrives before the loss of the old one is detected", () => {
    simulation.film();
    const [viewer = ""] = addViewers(1);
    const place = slotOf("s0");
    const again = simulation.watch("s0", place);
    expect(simulation.effects[0]).toEqual({ type: "refuse", connection: viewer, reason: "replaced" });
    expect(simulation.placeOf(again)).toBe(place);
    expect(simulation.break(viewer)).toEqual([]);
    expect(simulation.placeOf(again)).toBe(place);
  });

  it("stops waiting once it gets back the place that the publishing page reported to a new room", () => {
    const page = new PublisherPage();
    simulation.film(page);
    addViewers(1);
    simulation.restart();
    simulation.break(simulation.film(page));
    const waiting = simulation.watch("s0");
    const again = simulation.watch("s0", slotOf("s0"));
    expect(simulation.effects).toContainEqual({ type: "refuse", connection: waiting, reason: "replaced" });
    expect(simulation.room.places.map(({ connection }) => connection)).toEqual([again]);
    expect(simulation.room.line).toEqual([]);
  });

  it("gets a place under another name without a slot: the publishing page sends another offer", () => {
    const publisher = simulation.film();
    addViewers(1);
    const place = slotOf("s0");
    const again = simulation.watch("s0");
    expect(messagesTo(publisher)).toEqual([
      { type: "left", place },
      { type: "viewer", place: simulation.placeOf(again), viewer: again },
    ]);
    expect(simulation.placeOf(again)).not.toBe(place);
  });

  it("has lost the place if another viewer was waiting, and joins the queue", () => {
    const publisher = simulation.film();
    const [viewer = ""] = addViewers();
    const place = slotOf("s0");
    const waiter = simulation.watch("w");
    expect(messagesTo(publisher, simulation.break(viewer))[0]).toEqual({ type: "left", place });
    expect(simulation.placeOf(waiter)).toBeDefined();
    expect(simulation.waiting.get(simulation.watch("s0", place))).toMatchObject({ reason: "full" });
  });

  it("loses the place to a newcomer when no other is free; the place kept longest goes first", () => {
    simulation.film();
    const viewers = addViewers();
    for (const at of [2, 4, 1]) {
      simulation.break(viewers[at] ?? "");
      simulation.tick(1_000);
    }
    simulation.watch("w");
    expect(simulation.room.places.map(({ session }) => session)).toEqual(["s0", "s1", "w", "s3", "s4"]);
  });

  it("loses the place for good after the grace period", () => {
    const publisher = simulation.film();
    const [viewer = ""] = addViewers(2);
    simulation.break(viewer);
    expect(messagesTo(publisher, simulation.tick(PLACE_GRACE_MS))).toEqual([
      { type: "left", place: slotOf("s0") },
    ]);
    expect(simulation.room.places).toHaveLength(1);
  });

  it("cannot take another viewer's place with its slot", () => {
    simulation.film();
    addViewers();
    const thief = simulation.watch("thief", slotOf("s1"));
    expect(simulation.placeOf(thief)).toBeUndefined();
  });
});

describe("the publishing page", () => {
  it("is replaced by a newer page, which sends offers to all viewers with a place", () => {
    const first = simulation.film();
    const viewers = addViewers(2);
    const second = simulation.film();
    expect(simulation.effects[0]).toEqual({ type: "refuse", connection: first, reason: "replaced" });
    const places = [slotOf("s0"), slotOf("s1")];
    expect(messagesTo(second)).toEqual([
      { type: "published", places },
      ...places.map((place, at) => ({ type: "viewer", place, viewer: viewers[at] })),
    ]);
  });

  it("may disconnect for a while: viewers keep their places, and waiting ones see that it is offline", () => {
    const publisher = simulation.film();
    const viewers = addViewers(6);
    simulation.break(publisher);
    expect(simulation.effects.map((effect) => effect.type === "tell" && effect.to)).toEqual([viewers[5]]);
    expect(simulation.waiting.get(viewers[5] ?? "")?.reason).toBe("nobody");
    simulation.leave(viewers[0] ?? "");
    expect(simulation.waiting.get(viewers[5] ?? "")?.reason).toBe("nobody");
    simulation.film();
    expect(simulation.placeOf(viewers[5] ?? "")).toBeDefined();
  });

  it("keeps all its viewers after a restart of the edge, in whatever order they reconnect", () => {
    const page = new PublisherPage();
    simulation.film(page);
    addViewers(4);
    const places = [...page.known];
    simulation.restart();
    simulation.watch("s0", slotOf("s0"));
    simulation.watch("s1", slotOf("s1"));
    simulation.film(page);
    simulation.watch("new");
    simulation.watch("s2", slotOf("s2"));
    expect([...page.known].slice(0, 4)).toEqual(places);
    simulation.tick(PLACE_GRACE_MS);
    expect(page.known).toEqual(new Set(simulation.room.places.map(({ id }) => id)));
    expect(simulation.room.places.map(({ session }) => session).toSorted()).toEqual([
      "new",
      "s0",
      "s1",
      "s2",
    ]);
  });
});

describe("signals", () => {
  it("are relayed only between the viewer of a place and the publishing page", () => {
    const publisher = simulation.film();
    const [viewer = "", other = ""] = addViewers(6);
    const place = simulation.placeOf(viewer);
    const from = (connection: string, to?: string) =>
      simulation.step({ type: "signal", connection, to, signal: ANSWER_SIGNAL });
    expect(from(publisher, place)).toEqual([
      { type: "tell", to: viewer, word: { type: "signal", signal: ANSWER_SIGNAL } },
    ]);
    expect(from(viewer, simulation.placeOf(other))).toEqual([
      { type: "tell", to: publisher, word: { type: "signal", from: place, signal: ANSWER_SIGNAL } },
    ]);
    expect(from("c7")).toEqual([]);
    expect(from(publisher, "no place")).toEqual([]);
    expect(from(publisher)).toEqual([]);
    simulation.break(viewer);
    expect(from(publisher, place)).toEqual([]);
  });
});
