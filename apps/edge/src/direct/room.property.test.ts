import { DIRECT_PLACES } from "@shoal/contract/player";
import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { PublisherPage, RoomSimulation } from "./room-simulation.ts";

const anySession = fc.nat(11).map((number) => `s${number}`);
const anyRoomAction = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constant("watch" as const), session: anySession, hasSlot: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom("leave" as const, "break" as const), at: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("film" as const), isNew: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("tick" as const), passedMs: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("signal" as const), at: fc.nat(), to: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("restart" as const) }) },
);
type RoomAction = typeof anyRoomAction extends fc.Arbitrary<infer T> ? T : never;

/**
 * Performs an action on the room.
 * @param page the publisher that reconnects, unless the action replaces it.
 */
function performAction(play: RoomSimulation, page: { last: PublisherPage }, what: RoomAction): void {
  const open = [...play.connections.keys()];
  const anyOf = (at: number) => open[at % open.length] ?? "nobody";
  if (what.type === "watch")
    play.watch(what.session, what.hasSlot ? play.slots.get(what.session) : undefined);
  else if (what.type === "tick") play.tick(what.passedMs);
  else if (what.type === "restart") play.restart();
  else if (what.type === "film") {
    if (what.isNew) page.last = new PublisherPage();
    play.film(page.last);
  } else if (what.type === "signal") {
    const to = play.room.places[what.to % DIRECT_PLACES]?.id;
    play.step({ type: "signal", connection: anyOf(what.at), to, signal: { kind: "answer", sdp: "" } });
  } else play[what.type](anyOf(what.at));
}

function assertInvariants({ room, page, waiting, slots, connections }: RoomSimulation): void {
  const { publisher, places, line } = room;
  const held = places.filter(({ connection }) => connection !== null);
  const ids = places.map(({ id }) => id);
  expect(places.length).toBeLessThanOrEqual(DIRECT_PLACES);
  expect(new Set(ids).size).toBe(places.length);
  const there = [publisher, ...held.map(({ connection }) => connection), ...line.map((it) => it.connection)];
  expect(new Set(there.filter((connection) => connection !== null))).toEqual(new Set(connections.keys()));
  const sessions = [...places, ...line].flatMap((it) => it.session ?? []);
  expect(new Set(sessions).size).toBe(sessions.length);
  // No viewer waits while a place is free and there is a publisher.
  if (publisher !== null && line.length > 0) expect(held).toHaveLength(DIRECT_PLACES);
  const reason = publisher === null ? "nobody" : "full";
  expect(line.map(({ connection }) => waiting.get(connection))).toEqual(
    line.map((_, waitingBefore) => ({ type: "waiting", reason, waitingBefore })),
  );
  for (const { id, session: of } of held) expect(slots.get(of ?? "")).toBe(id);
  if (!page) return;
  // The publisher's page knows every viewer who has a place, and no places beyond those in the room.
  for (const { id } of held) expect(page.known).toContain(id);
  for (const id of page.known) expect(ids).toContain(id);
}

it("after any events, every participant knows their state, and the publishing page sends to five at most", () => {
  fc.assert(
    fc.property(fc.array(anyRoomAction, { minLength: 20, maxLength: 80 }), (happenings) => {
      const play = new RoomSimulation();
      const page = { last: new PublisherPage() };
      for (const what of happenings) {
        const before = structuredClone(play.room);
        const { room } = play;
        performAction(play, page, what);
        expect(room).toEqual(before);
        assertInvariants(play);
      }
    }),
  );
});

it("no two sessions ever get a place of the same name", () => {
  fc.assert(
    fc.property(fc.array(anyRoomAction, { minLength: 20, maxLength: 80 }), (happenings) => {
      const play = new RoomSimulation();
      const page = { last: new PublisherPage() };
      const owners = new Map<string, string>();
      for (const what of happenings) {
        performAction(play, page, what);
        for (const { id, session: of } of play.room.places) {
          if (of === null) continue;
          expect(owners.get(id) ?? of).toBe(of);
          owners.set(id, of);
        }
      }
    }),
  );
});
