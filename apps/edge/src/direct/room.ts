import { DIRECT_PLACES, DIRECT_WAITING_MAX } from "@shoal/contract/player";
import type { Room, RoomEffect, RoomEvent, RoomWord, TakenPlace, Waiter, WaitingWord } from "./room.types.ts";

/**
 * A page reconnects within 1–5 s; for this long the publishing page keeps sending to one that may be away, unless others wait.
 */
export const PLACE_KEPT_MS = 15_000;

export const EMPTY_ROOM: Room = { publisher: null, places: [], line: [] };

export const isEmptyRoom = ({ publisher, places, line }: Room): boolean =>
  publisher === null && places.length === 0 && line.length === 0;

type Event<T extends RoomEvent["type"]> = Extract<RoomEvent, { type: T }>;

type Viewer = Omit<Event<"watch">, "type">;

/** The room that comes next, while it is made. */
interface Draft {
  publisher: string | null;
  places: TakenPlace[];
  line: Waiter[];
  effects: RoomEffect[];
}

/**
 * The next state of a room after an event, and the messages to send, in this order.
 *
 * A place is free when its viewer's connection ends: the first in the queue gets it at once. While the queue
 * is empty, the place of a broken connection is kept, and the publishing page does not hear of the break: the
 * video does not depend on our connection, and continues when the viewer returns with their slot. The same
 * applies when the publishing page reconnects or the room is new: the places that it reports are kept, and go
 * back to viewers who prove theirs.
 */
export function step(room: Room, event: RoomEvent): { room: Room; effects: RoomEffect[] } {
  const draft: Draft = { ...room, places: [...room.places], line: [...room.line], effects: [] };
  take(draft, event);
  giveFreePlaces(draft);
  notifyWaiting(draft);
  const { effects, ...next } = draft;
  return { room: next, effects };
}

function take(draft: Draft, event: RoomEvent): void {
  switch (event.type) {
    case "publish":
      onPublisher(draft, event);
      break;
    case "watch":
      onViewer(draft, event);
      break;
    case "signal":
      relay(draft, event);
      break;
    case "gone":
      letGo(draft, event);
      break;
    case "tick":
      freePlaces(draft, (place) => isKept(place) && place.keptUntilMs <= event.atMs);
      break;
  }
}

function onPublisher(draft: Draft, { connection, places, atMs }: Event<"publish">): void {
  if (draft.publisher !== null) refuse(draft, draft.publisher, "replaced");
  draft.publisher = connection;
  for (const id of places) {
    const isKnown = draft.places.some((place) => place.id === id);
    if (isKnown || draft.places.length >= DIRECT_PLACES) continue;
    draft.places.push({ id, session: null, connection: null, keptUntilMs: atMs + PLACE_KEPT_MS });
  }
  notifyPublisher(draft, { type: "published", places: draft.places.map(({ id }) => id) });
  for (const { id, connection: viewer } of draft.places)
    if (viewer !== null) notifyPublisher(draft, { type: "viewer", place: id, viewer });
}

/** A session is there once, in the line or with a place: with a newer connection it takes the stead of its older one. */
function onViewer(draft: Draft, viewer: Viewer): void {
  const { connection, session, former } = viewer;
  const own = findOwn(draft, viewer);
  const isGivenBack = former !== undefined && isFree(draft, former);
  if (own < 0 && !isGivenBack) {
    wait(draft, viewer);
    return;
  }
  leaveLine(draft, session);
  if (own >= 0) takeOver(draft, own, viewer);
  else occupy(draft, draft.places.length, { connection, session, place: former ?? viewer.place });
}

/** The place that the session has, or else the one that it proves and that was kept without knowing for whom. */
function findOwn({ places }: Draft, { session, former }: Viewer): number {
  const had = places.findIndex((taken) => taken.session === session);
  return had >= 0 ? had : places.findIndex((taken) => taken.session === null && taken.id === former);
}

function leaveLine(draft: Draft, session: string): void {
  const at = draft.line.findIndex((waiter) => waiter.session === session);
  const [replaced] = at < 0 ? [] : draft.line.splice(at, 1);
  if (replaced) refuse(draft, replaced.connection, "replaced");
}

const isFree = ({ places }: Draft, former: string): boolean =>
  places.length < DIRECT_PLACES && places.every(({ id }) => id !== former);

function wait({ line, ...draft }: Draft, { connection, session, place }: Viewer): void {
  const waiter = { connection, session, place, told: null };
  const at = line.findIndex((other) => other.session === session);
  const replaced = line[at];
  if (replaced) {
    refuse(draft, replaced.connection, "replaced");
    line[at] = waiter;
  } else if (line.length < DIRECT_WAITING_MAX) line.push(waiter);
  else refuse(draft, connection, "busy");
}

/**
 * The viewer's previous place; under another name when they do not know the old one, since they then have no
 * video.
 */
function takeOver(draft: Draft, at: number, viewer: Viewer): void {
  const former = draft.places[at];
  if (former && former.connection !== null) refuse(draft, former.connection, "replaced");
  const isSame = former?.id === viewer.former;
  occupy(draft, at, isSame && former ? { ...viewer, place: former.id } : viewer);
}

/**
 * Gives a viewer a place and tells both sides.
 * @param at the index in the list: at its end for a new place, or that of a place that is kept or was this
 * viewer's.
 */
function occupy(
  draft: Draft,
  at: number,
  { connection, session, place: id }: Pick<Viewer, "connection" | "session" | "place">,
): void {
  const former = draft.places[at];
  if (former && former.id !== id) notifyPublisher(draft, { type: "left", place: former.id });
  draft.places[at] = { id, session, connection, keptUntilMs: 0 };
  send(draft, connection, { type: "slot", place: id, viewer: connection });
  notifyPublisher(draft, { type: "viewer", place: id, viewer: connection });
}

function relay(draft: Draft, { connection, to, signal }: Event<"signal">): void {
  const isPublisher = connection === draft.publisher;
  const place = draft.places.find((taken) =>
    isPublisher ? taken.id === to : taken.connection === connection,
  );
  if (!place) return;
  if (!isPublisher) notifyPublisher(draft, { type: "signal", from: place.id, signal });
  else if (place.connection !== null) send(draft, place.connection, { type: "signal", signal });
}

function letGo(draft: Draft, { connection, isBreak, atMs }: Event<"gone">): void {
  if (connection === draft.publisher) draft.publisher = null;
  draft.line = draft.line.filter((waiter) => waiter.connection !== connection);
  const isHis = (place: TakenPlace) => place.connection === connection;
  const kept = { connection: null, keptUntilMs: atMs + PLACE_KEPT_MS };
  if (isBreak) draft.places = draft.places.map((place) => (isHis(place) ? { ...place, ...kept } : place));
  else freePlaces(draft, isHis);
}

function freePlaces(draft: Draft, isFree: (place: TakenPlace) => boolean): void {
  for (const place of draft.places)
    if (isFree(place)) notifyPublisher(draft, { type: "left", place: place.id });
  draft.places = draft.places.filter((place) => !isFree(place));
}

/** While someone films, nobody waits as long as there is a place. */
function giveFreePlaces(draft: Draft): void {
  while (draft.publisher !== null) {
    const at = findFreePlace(draft);
    const first = at === undefined ? undefined : draft.line.shift();
    if (at === undefined || !first) return;
    occupy(draft, at, first);
  }
}

/** One that nobody has had, or else the one that has been kept for longest. */
function findFreePlace({ places }: Draft): number | undefined {
  if (places.length < DIRECT_PLACES) return places.length;
  const [longest] = places.filter(isKept).toSorted((a, b) => a.keptUntilMs - b.keptUntilMs);
  return longest && places.indexOf(longest);
}

const isKept = ({ connection }: TakenPlace): boolean => connection === null;

/** Tells each waiting viewer whose state has changed. */
function notifyWaiting(draft: Draft): void {
  const reason = draft.publisher === null ? "nobody" : "full";
  draft.line = draft.line.map((waiter, waitingBefore) => {
    if (waiter.told?.reason === reason && waiter.told.waitingBefore === waitingBefore) return waiter;
    const told: WaitingWord = { type: "waiting", reason, waitingBefore };
    send(draft, waiter.connection, told);
    return { ...waiter, told };
  });
}

function send({ effects }: Draft, to: string, word: RoomWord): void {
  effects.push({ type: "tell", to, word });
}

function notifyPublisher(draft: Draft, word: RoomWord): void {
  if (draft.publisher !== null) send(draft, draft.publisher, word);
}

function refuse({ effects }: Pick<Draft, "effects">, connection: string, reason: "replaced" | "busy"): void {
  effects.push({ type: "refuse", connection, reason });
}
