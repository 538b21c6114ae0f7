import { DIRECT_PLACES, DIRECT_WAITING_MAX } from "@shoal/contract/player";
import { beforeEach, describe, expect, it } from "vitest";
import { PLACE_GRACE_MS } from "./room.ts";
import type { RoomEffect } from "./room.types.ts";
import { PublisherPage, RoomSimulation } from "./room-simulation.ts";

const SIGNAL = { kind: "answer", sdp: "v=0" } as const;

let play: RoomSimulation;
beforeEach(() => {
  play = new RoomSimulation();
});

const messagesTo = (connection: string, effects: RoomEffect[] = play.effects) =>
  effects.flatMap((effect) => (effect.type === "tell" && effect.to === connection ? [effect.word] : []));
/** Adds this many viewers, with the sessions `s0`, `s1` and so on. */
const addViewers = (count = DIRECT_PLACES): string[] =>
  Array.from({ length: count }, (_, at) => play.watch(`s${at}`));
const slotOf = (session: string) => play.slots.get(session) ?? "";

describe("places", () => {
  it("go to the first five viewers; later ones wait in order of arrival", () => {
    const publisher = play.film();
    const viewers = addViewers();
    expect([...(play.page?.known ?? [])]).toEqual(viewers.map((viewer) => play.placeOf(viewer)));
    const waiting = [play.watch("w0"), play.watch("w1"), play.watch("w2")];
    expect(waiting.map((waiter) => play.waiting.get(waiter))).toEqual(
      waiting.map((_, waitingBefore) => ({ type: "waiting", reason: "full", waitingBefore })),
    );
    const freed = play.placeOf(viewers[3] ?? "");
    const effects = play.leave(viewers[3] ?? "");
    const given = play.placeOf(waiting[0] ?? "");
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
    expect(play.waiting.get(viewers[6] ?? "")).toEqual({
      type: "waiting",
      reason: "nobody",
      waitingBefore: 6,
    });
    play.film();
    expect(play.room.places.map(({ connection }) => connection)).toEqual(viewers.slice(0, 5));
    expect(play.waiting.get(viewers[6] ?? "")).toEqual({ type: "waiting", reason: "full", waitingBefore: 1 });
  });

  it("become free at once when a viewer closes the connection, and the publishing page is notified", () => {
    const publisher = play.film();
    const [viewer = ""] = addViewers(1);
    const place = play.placeOf(viewer);
    expect(messagesTo(publisher, play.leave(viewer))).toEqual([{ type: "left", place }]);
    expect(play.room.places).toEqual([]);
  });
});

describe("the queue", () => {
  it("has a maximum length, beyond which viewers are refused as busy", () => {
    addViewers(DIRECT_WAITING_MAX);
    const connection = play.watch("late");
    expect(play.effects).toEqual([{ type: "refuse", connection, reason: "busy" }]);
    expect(play.room.line).toHaveLength(DIRECT_WAITING_MAX);
  });

  it("notifies only viewers whose state has changed", () => {
    const [, second = "", third = ""] = addViewers(4);
    const effects = play.leave(third);
    expect(effects.map((effect) => effect.type === "tell" && effect.to)).toEqual(["c4"]);
    expect(play.leave("nobody")).toEqual([]);
    expect(play.waiting.get(second)?.waitingBefore).toBe(1);
  });

  it("contains each session once: a newer connection takes the position of the older one", () => {
    const [first = ""] = addViewers(2);
    const again = play.watch("s0");
    expect(play.effects).toContainEqual({ type: "refuse", connection: first, reason: "replaced" });
    expect(play.room.line.map(({ connection }) => connection)).toEqual([again, "c2"]);
  });
});

describe("a viewer whose connection broke", () => {
  it("gets the place back with the slot, and the publishing page never learns of the interruption", () => {
    const publisher = play.film();
    const [viewer = ""] = addViewers();
    const place = slotOf("s0");
    expect(play.break(viewer)).toEqual([]);
    play.tick(PLACE_GRACE_MS - 1);
    const again = play.watch("s0", place);
    expect(play.effects).toEqual([
      { type: "tell", to: again, word: { type: "slot", place, viewer: again } },
      { type: "tell", to: publisher, word: { type: "viewer", place, viewer: again } },
    ]);
  });

  it("gets the place back even if the new connection arrives before the loss of the old one is detected", () => {
    play.film();
    const [viewer = ""] = addViewers(1);
    const place = slotOf("s0");
    const again = play.watch("s0", place);
    expect(play.effects[0]).toEqual({ type: "refuse", connection: viewer, reason: "replaced" });
    expect(play.placeOf(again)).toBe(place);
    expect(play.break(viewer)).toEqual([]);
    expect(play.placeOf(again)).toBe(place);
  });

  it("stops waiting once it gets back the place that the publishing page reported to a new room", () => {
    const page = new PublisherPage();
    play.film(page);
    addViewers(1);
    play.restart();
    play.break(play.film(page));
    const waiting = play.watch("s0");
    const again = play.watch("s0", slotOf("s0"));
    expect(play.effects).toContainEqual({ type: "refuse", connection: waiting, reason: "replaced" });
    expect(play.room.places.map(({ connection }) => connection)).toEqual([again]);
    expect(play.room.line).toEqual([]);
  });

  it("gets a place under another name without a slot: the publishing page sends another offer", () => {
    const publisher = play.film();
    addViewers(1);
    const place = slotOf("s0");
    const again = play.watch("s0");
    expect(messagesTo(publisher)).toEqual([
      { type: "left", place },
      { type: "viewer", place: play.placeOf(again), viewer: again },
    ]);
    expect(play.placeOf(again)).not.toBe(place);
  });

  it("has lost the place if another viewer was waiting, and joins the queue", () => {
    const publisher = play.film();
    const [viewer = ""] = addViewers();
    const place = slotOf("s0");
    const waiter = play.watch("w");
    expect(messagesTo(publisher, play.break(viewer))[0]).toEqual({ type: "left", place });
    expect(play.placeOf(waiter)).toBeDefined();
    expect(play.waiting.get(play.watch("s0", place))).toMatchObject({ reason: "full" });
  });

  it("loses the place to a newcomer when no other is free; the place kept longest goes first", () => {
    play.film();
    const viewers = addViewers();
    for (const at of [2, 4, 1]) {
      play.break(viewers[at] ?? "");
      play.tick(1_000);
    }
    play.watch("w");
    expect(play.room.places.map(({ session }) => session)).toEqual(["s0", "s1", "w", "s3", "s4"]);
  });

  it("loses the place for good after the grace period", () => {
    const publisher = play.film();
    const [viewer = ""] = addViewers(2);
    play.break(viewer);
    expect(messagesTo(publisher, play.tick(PLACE_GRACE_MS))).toEqual([{ type: "left", place: slotOf("s0") }]);
    expect(play.room.places).toHaveLength(1);
  });

  it("cannot take another viewer's place with its slot", () => {
    play.film();
    addViewers();
    const thief = play.watch("thief", slotOf("s1"));
    expect(play.placeOf(thief)).toBeUndefined();
  });
});

describe("the publishing page", () => {
  it("is replaced by a newer page, which sends offers to all viewers with a place", () => {
    const first = play.film();
    const viewers = addViewers(2);
    const second = play.film();
    expect(play.effects[0]).toEqual({ type: "refuse", connection: first, reason: "replaced" });
    const places = [slotOf("s0"), slotOf("s1")];
    expect(messagesTo(second)).toEqual([
      { type: "published", places },
      ...places.map((place, at) => ({ type: "viewer", place, viewer: viewers[at] })),
    ]);
  });

  it("may disconnect for a while: viewers keep their places, and waiting ones see that it is offline", () => {
    const publisher = play.film();
    const viewers = addViewers(6);
    play.break(publisher);
    expect(play.effects.map((effect) => effect.type === "tell" && effect.to)).toEqual([viewers[5]]);
    expect(play.waiting.get(viewers[5] ?? "")?.reason).toBe("nobody");
    play.leave(viewers[0] ?? "");
    expect(play.waiting.get(viewers[5] ?? "")?.reason).toBe("nobody");
    play.film();
    expect(play.placeOf(viewers[5] ?? "")).toBeDefined();
  });

  it("keeps all its viewers after a restart of the edge, in whatever order they reconnect", () => {
    const page = new PublisherPage();
    play.film(page);
    addViewers(4);
    const places = [...page.known];
    play.restart();
    play.watch("s0", slotOf("s0"));
    play.watch("s1", slotOf("s1"));
    play.film(page);
    play.watch("new");
    play.watch("s2", slotOf("s2"));
    expect([...page.known].slice(0, 4)).toEqual(places);
    play.tick(PLACE_GRACE_MS);
    expect(page.known).toEqual(new Set(play.room.places.map(({ id }) => id)));
    expect(play.room.places.map(({ session }) => session).toSorted()).toEqual(["new", "s0", "s1", "s2"]);
  });
});

describe("signals", () => {
  it("are relayed only between the viewer of a place and the publishing page", () => {
    const publisher = play.film();
    const [viewer = "", other = ""] = addViewers(6);
    const place = play.placeOf(viewer);
    const from = (connection: string, to?: string) =>
      play.step({ type: "signal", connection, to, signal: SIGNAL });
    expect(from(publisher, place)).toEqual([
      { type: "tell", to: viewer, word: { type: "signal", signal: SIGNAL } },
    ]);
    expect(from(viewer, play.placeOf(other))).toEqual([
      { type: "tell", to: publisher, word: { type: "signal", from: place, signal: SIGNAL } },
    ]);
    expect(from("c7")).toEqual([]);
    expect(from(publisher, "no place")).toEqual([]);
    expect(from(publisher)).toEqual([]);
    play.break(viewer);
    expect(from(publisher, place)).toEqual([]);
  });
});
