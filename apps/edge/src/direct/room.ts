import { DIRECT_PLACES, MAX_WAITING_DIRECT_VIEWERS } from "@shoal/contract/player";
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
 * How long a place is kept for a viewer whose connection broke, unless another viewer waits. The publishing page keeps sending
 * meanwhile, and pages reconnect within 1–5 s.
 */
export const PLACE_GRACE_MS = 15_000;

export const EMPTY_ROOM: DirectRoom = { publisher: null, places: [], line: [] };

export const isEmptyRoom = ({ publisher, places, line }: DirectRoom): boolean =>
  publisher === null && places.length === 0 && line.length === 0;

type EventOf<T extends RoomEvent["type"]> = Extract<RoomEvent, { type: T }>;

type ArrivingViewer = Omit<EventOf<"watch">, "type">;

/** The next state of a room while it is being computed. */
interface RoomDraft {
  publisher: string | null;
  places: OccupiedPlace[];
  line: QueuedViewer[];
  effects: RoomEffect[];
}

/**
 * Returns the next state of a room after an event, and the messages to send, in order. When a viewer leaves, the first viewer in
 * the queue gets the free place immediately. While the queue is empty, the place of a broken connection is kept. The publisher is
 * not notified of the break: the video does not depend on our connection, and continues when the viewer returns with their slot.
 * The same applies when the publisher reconnects or the room is new: the places that the publisher reports are kept, and return to
 * the viewers whose slots prove them.
 */
export function applyRoomEvent(
  room: DirectRoom,
  event: RoomEvent,
): { room: DirectRoom; effects: RoomEffect[] } {
  const draft: RoomDraft = { ...room, places: [...room.places], line: [...room.line], effects: [] };
  applyEvent(draft, event);
  assignFreePlaces(draft);
  notifyWaiting(draft);
  const { effects, ...next } = draft;
  return { room: next, effects };
}

function applyEvent(draft: RoomDraft, event: RoomEvent): void {
  switch (event.type) {
    case "publish":
      onPublisher(draft, event);
      break;
    case "watch":
      onViewer(draft, event);
      break;
    case "signal":
      relaySignal(draft, event);
      break;
    case "gone":
      handleDisconnect(draft, event);
      break;
    case "tick":
      freePlaces(draft, (place) => isReserved(place) && place.keptUntilMs <= event.atMs);
      break;
  }
}

function onPublisher(draft: RoomDraft, { connection, places, atMs }: EventOf<"publish">): void {
  if (draft.publisher !== null) refuseMember(draft, draft.publisher, "replaced");
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

/** Admits a viewer. A session is in the room only once, waiting or with a place, so a newer connection replaces the older one. */
function onViewer(draft: RoomDraft, viewer: ArrivingViewer): void {
  const { connection, session, former } = viewer;
  const own = findPlaceOfSession(draft, viewer);
  const isGivenBack = former !== undefined && isFree(draft, former);
  if (own < 0 && !isGivenBack) {
    enqueueViewer(draft, viewer);
    return;
  }
  leaveQueue(draft, session);
  if (own >= 0) restorePlace(draft, own, viewer);
  else occupyPlace(draft, draft.places.length, { connection, session, place: former ?? viewer.place });
}

/**
 * Finds the place of a session. If it has none, finds a kept place without a known owner for which the session has a valid slot.
 */
function findPlaceOfSession({ places }: RoomDraft, { session, former }: ArrivingViewer): number {
  const had = places.findIndex((taken) => taken.session === session);
  return had >= 0 ? had : places.findIndex((taken) => taken.session === null && taken.id === former);
}

function leaveQueue(draft: RoomDraft, session: string): void {
  const at = draft.line.findIndex((waiter) => waiter.session === session);
  const [replaced] = at < 0 ? [] : draft.line.splice(at, 1);
  if (replaced) refuseMember(draft, replaced.connection, "replaced");
}

const isFree = ({ places }: RoomDraft, former: string): boolean =>
  places.length < DIRECT_PLACES && places.every(({ id }) => id !== former);

function enqueueViewer({ line, ...draft }: RoomDraft, { connection, session, place }: ArrivingViewer): void {
  const waiter = { connection, session, place, lastWord: null };
  const at = line.findIndex((other) => other.session === session);
  const replaced = line[at];
  if (replaced) {
    refuseMember(draft, replaced.connection, "replaced");
    line[at] = waiter;
  } else if (line.length < MAX_WAITING_DIRECT_VIEWERS) line.push(waiter);
  else refuseMember(draft, connection, "busy");
}

/**
 * Gives a viewer their previous place back. If the viewer's slot does not name this place, the place gets a new name, since the
 * viewer has no video yet.
 */
function restorePlace(draft: RoomDraft, at: number, viewer: ArrivingViewer): void {
  const former = draft.places[at];
  if (former && former.connection !== null) refuseMember(draft, former.connection, "replaced");
  const isSame = former?.id === viewer.former;
  occupyPlace(draft, at, isSame && former ? { ...viewer, place: former.id } : viewer);
}

/**
 * Assigns a place to a viewer and notifies both sides.
 * @param at the index in the list of places: the end for a new place, or the index of the viewer's previous place or of a kept one.
 */
function occupyPlace(
  draft: RoomDraft,
  at: number,
  { connection, session, place: id }: Pick<ArrivingViewer, "connection" | "session" | "place">,
): void {
  const former = draft.places[at];
  if (former && former.id !== id) notifyPublisher(draft, { type: "left", place: former.id });
  draft.places[at] = { id, session, connection, keptUntilMs: 0 };
  addMessage(draft, connection, { type: "slot", place: id, viewer: connection });
  notifyPublisher(draft, { type: "viewer", place: id, viewer: connection });
}

function relaySignal(draft: RoomDraft, { connection, to, signal }: EventOf<"signal">): void {
  const isPublisher = connection === draft.publisher;
  const place = draft.places.find((taken) =>
    isPublisher ? taken.id === to : taken.connection === connection,
  );
  if (!place) return;
  if (!isPublisher) notifyPublisher(draft, { type: "signal", from: place.id, signal });
  else if (place.connection !== null) addMessage(draft, place.connection, { type: "signal", signal });
}

function handleDisconnect(draft: RoomDraft, { connection, isBreak, atMs }: EventOf<"gone">): void {
  if (connection === draft.publisher) draft.publisher = null;
  draft.line = draft.line.filter((waiter) => waiter.connection !== connection);
  const isHis = (place: OccupiedPlace) => place.connection === connection;
  const kept = { connection: null, keptUntilMs: atMs + PLACE_GRACE_MS };
  if (isBreak) draft.places = draft.places.map((place) => (isHis(place) ? { ...place, ...kept } : place));
  else freePlaces(draft, isHis);
}

function freePlaces(draft: RoomDraft, isFree: (place: OccupiedPlace) => boolean): void {
  for (const place of draft.places)
    if (isFree(place)) notifyPublisher(draft, { type: "left", place: place.id });
  draft.places = draft.places.filter((place) => !isFree(place));
}

/** Assigns free places to waiting viewers while there is a publisher. */
function assignFreePlaces(draft: RoomDraft): void {
  while (draft.publisher !== null) {
    const at = findFreePlace(draft);
    const first = at === undefined ? undefined : draft.line.shift();
    if (at === undefined || !first) return;
    occupyPlace(draft, at, first);
  }
}

/** Returns a place that was never used, or otherwise the one that has been kept for the longest time. */
function findFreePlace({ places }: RoomDraft): number | undefined {
  if (places.length < DIRECT_PLACES) return places.length;
  const [longest] = places.filter(isReserved).toSorted((a, b) => a.keptUntilMs - b.keptUntilMs);
  return longest && places.indexOf(longest);
}

const isReserved = ({ connection }: OccupiedPlace): boolean => connection === null;

/** Notifies each waiting viewer whose state has changed. */
function notifyWaiting(draft: RoomDraft): void {
  const reason = draft.publisher === null ? "nobody" : "full";
  draft.line = draft.line.map((waiter, waitingBefore) => {
    if (waiter.lastWord?.reason === reason && waiter.lastWord.waitingBefore === waitingBefore) return waiter;
    const lastWord: WaitingMessage = { type: "waiting", reason, waitingBefore };
    addMessage(draft, waiter.connection, lastWord);
    return { ...waiter, lastWord };
  });
}

function addMessage({ effects }: RoomDraft, to: string, word: RoomMessage): void {
  effects.push({ type: "tell", to, word });
}

function notifyPublisher(draft: RoomDraft, word: RoomMessage): void {
  if (draft.publisher !== null) addMessage(draft, draft.publisher, word);
}

function refuseMember(
  { effects }: Pick<RoomDraft, "effects">,
  connection: string,
  reason: "replaced" | "busy",
): void {
  effects.push({ type: "refuse", connection, reason });
}
