import { DIRECT_PLACES, DIRECT_WAITING_MAX } from "@shoal/contract/player";
import type {
  DirectRoom,
  OccupiedPlace,
  QueuedViewer,
  RoomEffect,
  RoomEvent,
  RoomMessage,
  WaitingMessage,
} from "./room.types.ts";

/**
 * How long a place is kept for a viewer whose connection broke, unless others wait. The publishing page keeps sending meanwhile,
 * and pages reconnect within 1–5 s.
 */
export const PLACE_GRACE_MS = 15_000;

export const EMPTY_ROOM: DirectRoom = { publisher: null, places: [], line: [] };

export const isEmptyRoom = ({ publisher, places, line }: DirectRoom): boolean =>
  publisher === null && places.length === 0 && line.length === 0;

type Event<T extends RoomEvent["type"]> = Extract<RoomEvent, { type: T }>;

type Viewer = Omit<Event<"watch">, "type">;

/** The next state of a room while it is being computed. */
interface Draft {
  publisher: string | null;
  places: OccupiedPlace[];
  line: QueuedViewer[];
  effects: RoomEffect[];
}

/**
 * Computes the next state of a room after an event, and the messages to send, in order.
 * A place becomes free when its viewer leaves: the first in the queue gets it at once. While the queue is empty, the place of a
 * broken connection is kept, and the publisher is not told about the break: the video does not depend on our connection, and
 * continues when the viewer returns with their slot. The same applies when the publisher reconnects or the room is new: the
 * places that it reports are kept, and go back to viewers who prove theirs.
 */
export function step(room: DirectRoom, event: RoomEvent): { room: DirectRoom; effects: RoomEffect[] } {
  const draft: Draft = { ...room, places: [...room.places], line: [...room.line], effects: [] };
  applyEvent(draft, event);
  assignFreePlaces(draft);
  notifyWaiting(draft);
  const { effects, ...next } = draft;
  return { room: next, effects };
}

function applyEvent(draft: Draft, event: RoomEvent): void {
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
      disconnect(draft, event);
      break;
    case "tick":
      freePlaces(draft, (place) => isReserved(place) && place.keptUntilMs <= event.atMs);
      break;
  }
}

function onPublisher(draft: Draft, { connection, places, atMs }: Event<"publish">): void {
  if (draft.publisher !== null) refuse(draft, draft.publisher, "replaced");
  draft.publisher = connection;
  for (const id of places) {
    const isKnown = draft.places.some((place) => place.id === id);
    if (isKnown || draft.places.length >= DIRECT_PLACES) continue;
    draft.places.push({ id, session: null, connection: null, keptUntilMs: atMs + PLACE_GRACE_MS });
  }
  notifyPublisher(draft, { type: "published", places: draft.places.map(({ id }) => id) });
  for (const { id, connection: viewer } of draft.places)
    if (viewer !== null) notifyPublisher(draft, { type: "viewer", place: id, viewer });
}

/** Admits a viewer. A session is in the room once, waiting or with a place: a newer connection replaces the older one. */
function onViewer(draft: Draft, viewer: Viewer): void {
  const { connection, session, former } = viewer;
  const own = findPlaceOfSession(draft, viewer);
  const isGivenBack = former !== undefined && isFree(draft, former);
  if (own < 0 && !isGivenBack) {
    enqueueViewer(draft, viewer);
    return;
  }
  leaveQueue(draft, session);
  if (own >= 0) restorePlace(draft, own, viewer);
  else occupy(draft, draft.places.length, { connection, session, place: former ?? viewer.place });
}

/** Finds the session's place, or else a kept place without a known owner for which it has a valid slot. */
function findPlaceOfSession({ places }: Draft, { session, former }: Viewer): number {
  const had = places.findIndex((taken) => taken.session === session);
  return had >= 0 ? had : places.findIndex((taken) => taken.session === null && taken.id === former);
}

function leaveQueue(draft: Draft, session: string): void {
  const at = draft.line.findIndex((waiter) => waiter.session === session);
  const [replaced] = at < 0 ? [] : draft.line.splice(at, 1);
  if (replaced) refuse(draft, replaced.connection, "replaced");
}

const isFree = ({ places }: Draft, former: string): boolean =>
  places.length < DIRECT_PLACES && places.every(({ id }) => id !== former);

function enqueueViewer({ line, ...draft }: Draft, { connection, session, place }: Viewer): void {
  const waiter = { connection, session, place, lastWord: null };
  const at = line.findIndex((other) => other.session === session);
  const replaced = line[at];
  if (replaced) {
    refuse(draft, replaced.connection, "replaced");
    line[at] = waiter;
  } else if (line.length < DIRECT_WAITING_MAX) line.push(waiter);
  else refuse(draft, connection, "busy");
}

/**
 * Gives a viewer their previous place back. It gets a new name if the viewer's slot does not name it: the viewer then has no
 * video yet.
 */
function restorePlace(draft: Draft, at: number, viewer: Viewer): void {
  const former = draft.places[at];
  if (former && former.connection !== null) refuse(draft, former.connection, "replaced");
  const isSame = former?.id === viewer.former;
  occupy(draft, at, isSame && former ? { ...viewer, place: former.id } : viewer);
}

/**
 * Gives a viewer a place and notifies both sides.
 * @param at index in the list: the end for a new place, or that of a kept place or of the viewer's previous one.
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

function disconnect(draft: Draft, { connection, isBreak, atMs }: Event<"gone">): void {
  if (connection === draft.publisher) draft.publisher = null;
  draft.line = draft.line.filter((waiter) => waiter.connection !== connection);
  const isHis = (place: OccupiedPlace) => place.connection === connection;
  const kept = { connection: null, keptUntilMs: atMs + PLACE_GRACE_MS };
  if (isBreak) draft.places = draft.places.map((place) => (isHis(place) ? { ...place, ...kept } : place));
  else freePlaces(draft, isHis);
}

function freePlaces(draft: Draft, isFree: (place: OccupiedPlace) => boolean): void {
  for (const place of draft.places)
    if (isFree(place)) notifyPublisher(draft, { type: "left", place: place.id });
  draft.places = draft.places.filter((place) => !isFree(place));
}

/** Assigns free places to waiting viewers while there is a publisher. */
function assignFreePlaces(draft: Draft): void {
  while (draft.publisher !== null) {
    const at = findFreePlace(draft);
    const first = at === undefined ? undefined : draft.line.shift();
    if (at === undefined || !first) return;
    occupy(draft, at, first);
  }
}

/** Finds a place that was never used, or else the one that has been kept the longest. */
function findFreePlace({ places }: Draft): number | undefined {
  if (places.length < DIRECT_PLACES) return places.length;
  const [longest] = places.filter(isReserved).toSorted((a, b) => a.keptUntilMs - b.keptUntilMs);
  return longest && places.indexOf(longest);
}

const isReserved = ({ connection }: OccupiedPlace): boolean => connection === null;

/** Notifies each waiting viewer whose state has changed. */
function notifyWaiting(draft: Draft): void {
  const reason = draft.publisher === null ? "nobody" : "full";
  draft.line = draft.line.map((waiter, waitingBefore) => {
    if (waiter.lastWord?.reason === reason && waiter.lastWord.waitingBefore === waitingBefore) return waiter;
    const lastWord: WaitingMessage = { type: "waiting", reason, waitingBefore };
    send(draft, waiter.connection, lastWord);
    return { ...waiter, lastWord };
  });
}

function send({ effects }: Draft, to: string, word: RoomMessage): void {
  effects.push({ type: "tell", to, word });
}

function notifyPublisher(draft: Draft, word: RoomMessage): void {
  if (draft.publisher !== null) send(draft, draft.publisher, word);
}

function refuse({ effects }: Pick<Draft, "effects">, connection: string, reason: "replaced" | "busy"): void {
  effects.push({ type: "refuse", connection, reason });
}
