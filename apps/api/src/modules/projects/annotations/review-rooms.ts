import { DraftShape, type JoinedReview, LeaderState, type ReviewPresence, ReviewRoom } from "@shoal/contract";
import type { Socket } from "socket.io";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { TokenBucket } from "../../../platform/rate.ts";
import { guestRoomOf, type RealtimeSockets, type SocketData } from "../../../platform/realtime/realtime.ts";
import type { GuestLookup } from "../../accounts/auth/index.ts";
import { findReviewer } from "./review-access.ts";
import { SharedRates } from "./shared-rates.ts";

/** The pause between checks of access. People who lose access leave the room within twice this time plus one database query. */
const RECHECK_PAUSE_MS = 2_000;
/** The maximum number of pointer positions per socket and second; the page sends fewer. */
const POINTERS_PER_SEC = 20;
const DRAFTS_PER_SEC = 40;
/** The maximum number of points in drafts per socket and second. A growing shape is sent repeatedly. */
const DRAFT_POINTS_PER_SEC = 20_000;
const LEADS_PER_SEC = 10;
const JOINS_PER_SEC = 10;
/** The limits per person and second across all of their pages, since few people draw on two at once. */
const PERSON_PER_SEC = { joins: 20, pointers: 30, drafts: 60, leads: 20 };
/** The limits per room and second, since each event reaches everyone there. Twenty people can point and some can draw. */
const ROOM_PER_SEC = { pointers: 400, drafts: 200, leads: 60 };
type RoomEventKind = keyof typeof PERSON_PER_SEC;

const PointerPosition = z.tuple([z.number().min(-0.5).max(1.5), z.number().min(-0.5).max(1.5)]).nullable();

export interface ReviewRoomsDeps {
  db: Database;
  realtime: { sockets: RealtimeSockets };
  guests: Pick<GuestLookup, "listLive">;
  onError: (error: unknown) => void;
}

type Page = Socket & { data: SocketData };

/**
 * Runs the rooms in which people with the same version open see each other. Nothing is stored: presence and the leader's player
 * state are part of the sockets, which all replicas can list. Guests of review links can follow and point. They see neither the
 * names of people in the project nor their drafts, because a draft may become an internal comment.
 */
export function createReviewRooms({ db, realtime, guests, onError }: ReviewRoomsDeps) {
  const io = realtime.sockets;
  const ofPeople = new SharedRates<RoomEventKind>(PERSON_PER_SEC);
  const ofRooms = new SharedRates<keyof typeof ROOM_PER_SEC>(ROOM_PER_SEC);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let rechecking: Promise<void> = Promise.resolve();

  /**
   * Lists the people in a room on all replicas; only on this replica if another does not respond, so that joining need not wait.
   */
  async function listPeople(room: string) {
    const found = await io
      .in(room)
      .fetchSockets()
      .catch((error: unknown) => {
        onError(error);
        return io.local.in(room).fetchSockets();
      });
    return found.filter(({ data }) => data.review?.room === room);
  }

  const notifyPeople = (room: string, newcomer?: string) =>
    listPeople(room).then((found) => {
      const ofGuests = guestRoomOf(placeOf(room));
      const others = newcomer === undefined ? [] : [newcomer];
      io.to(room)
        .except([ofGuests, ...others])
        .emit("review.people", presentPeople(found));
      io.to(ofGuests)
        .except(others)
        .emit("review.people", presentPeople(found, { isForGuest: true }));
    }, onError);

  async function leave(socket: Page): Promise<void> {
    const review = socket.data.review;
    if (!review) return;
    delete socket.data.review;
    await socket.leave(review.room);
    await socket.leave(guestRoomOf(placeOf(review.room)));
    if (review.lead) io.to(review.room).emit("review.lead", { id: socket.id, state: null });
    await notifyPeople(review.room);
  }

  async function join(socket: Page, wanted: unknown): Promise<JoinedReview> {
    await leave(socket);
    const parsed = ReviewRoom.safeParse(wanted);
    const { viewer } = socket.data;
    const isForGuest = viewer.isGuest ?? false;
    const place = parsed.data && { ...parsed.data, project: parsed.data.project.toLowerCase() };
    const reviewer = place && (await findReviewer(db, guests, viewer, place));
    if (!reviewer || !socket.connected) return { isIn: false };
    const room = buildRoomName(place);
    socket.data.review = { room, ...reviewer };
    await socket.join(isForGuest ? [room, guestRoomOf(place)] : room);
    await notifyPeople(room, socket.id);
    const found = await listPeople(room);
    const people = presentPeople(found, { isForGuest });
    const leader = found.find(({ data }) => data.review?.lead);
    const lead = leader?.data.review?.lead;
    return {
      isIn: true,
      id: socket.id,
      people,
      leader:
        leader && lead
          ? { id: leader.id, state: lead.state, ageMs: Math.max(0, Date.now() - lead.atMs) }
          : null,
    };
  }

  /**
   * A page's requests to enter and leave are handled one at a time, in order. If a connection is congested, pointers and drafts are
   * dropped, because newer ones follow. Departures reach everyone, because nothing follows them.
   */
  function serve(socket: Page): void {
    const rates = {
      joins: new TokenBucket(JOINS_PER_SEC),
      pointers: new TokenBucket(POINTERS_PER_SEC),
      drafts: new TokenBucket(DRAFTS_PER_SEC),
      points: new TokenBucket(DRAFT_POINTS_PER_SEC),
      leads: new TokenBucket(LEADS_PER_SEC),
    };
    /** Whether an event is within the limits. Events over the person's limit do not count for the room. */
    const isWithinRates = (kind: RoomEventKind) =>
      rates[kind].tryConsume() &&
      ofPeople.tryConsume(socket.data.viewer.userUuid, kind) &&
      (kind === "joins" || ofRooms.tryConsume(socket.data.review?.room ?? "", kind));
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => {
      last = last.then(work).catch(onError);
    };
    socket.on("review.join", (wanted: unknown, answer: unknown) => {
      if (typeof answer !== "function") return;
      if (!isWithinRates("joins")) return answer({ isIn: false });
      inTurn(() =>
        join(socket, wanted).then(answer as (joined: JoinedReview) => void, (error: unknown) => {
          answer({ isIn: false });
          throw error;
        }),
      );
    });
    socket.on("review.leave", () => {
      if (isWithinRates("joins")) inTurn(() => leave(socket));
    });
    socket.on("review.pointer", (sent: unknown) => {
      const room = socket.data.review?.room;
      if (room === undefined || !isWithinRates("pointers")) return;
      const pointer = PointerPosition.safeParse(sent);
      if (!pointer.success) return;
      const sender = pointer.data ? socket.volatile : socket;
      sender.to(room).emit("review.pointer", { id: socket.id, pointer: pointer.data });
    });
    socket.on("review.draft", (sent: unknown) => {
      const room = socket.data.review?.room;
      if (room === undefined || !socket.data.review?.mayComment || !isWithinRates("drafts")) return;
      const draft = DraftShape.safeParse(sent);
      if (!draft.success || !rates.points.tryConsume(pointCountOf(draft.data))) return;
      const hidden = socket.data.viewer.isGuest ? [] : [guestRoomOf(placeOf(room))];
      const sender = draft.data.shape ? socket.volatile : socket;
      sender.to(room).except(hidden).emit("review.draft", { id: socket.id, draft: draft.data });
    });
    socket.on("review.lead", (sent: unknown) => {
      const review = socket.data.review;
      if (!review || socket.data.viewer.isGuest || !isWithinRates("leads")) return;
      const state = LeaderState.nullable().safeParse(sent);
      if (!state.success) return;
      const wasLeader = review.lead !== undefined;
      if (state.data === null) delete review.lead;
      else review.lead = { state: state.data, atMs: Date.now() };
      if (state.data === null && !wasLeader) return;
      socket.to(review.room).emit("review.lead", { id: socket.id, state: state.data });
      const isLeader = state.data !== null;
      if (isLeader === wasLeader) return;
      if (isLeader) {
        endLead(review.room, socket.id);
        io.serverSideEmit("review.led", review.room, socket.id);
      }
      inTurn(() => notifyPeople(review.room));
    });
    socket.on("disconnect", () => inTurn(() => leave(socket)));
  }

  function endLead(room: string, id: string): void {
    for (const socket of io.of("/").sockets.values())
      if (socket.id !== id && socket.data.review?.room === room) delete socket.data.review.lead;
  }

  /** Removes sockets of this replica that may no longer be in their room; each viewer of a room is checked once. */
  async function recheck(): Promise<void> {
    await endGuests();
    const pages = [...io.of("/").sockets.values()].filter(({ data }) => data.review !== undefined);
    const groups = Map.groupBy(
      pages,
      ({ data }) => `${data.review?.room}/${data.viewer.userUuid}/${data.viewer.clientUuid}`,
    );
    // Notifying the others takes seconds while a replica does not respond, and must not delay the next removal.
    const leaving: Promise<void>[] = [];
    for (const group of groups.values()) {
      const [{ data } = {}] = group;
      if (!data?.review) continue;
      const place = placeOf(data.review.room);
      const reviewer = await findReviewer(db, guests, data.viewer, place);
      for (const socket of group) {
        if (reviewer && socket.data.review) socket.data.review.mayComment = reviewer.mayComment;
        if (reviewer) continue;
        leaving.push(leave(socket as Page).catch(onError));
        socket.emit("review.ended", place);
      }
    }
    await Promise.all(leaving);
  }

  /** Closes the sockets of guests whose link no longer gives access, on all replicas. */
  async function endGuests(): Promise<void> {
    const pages = [...io.of("/").sockets.values()].filter(({ data }) => data.viewer.isGuest);
    if (pages.length === 0) return;
    const live = await guests.listLive([...new Set(pages.map(({ data }) => data.viewer.userUuid))]);
    const uuids = new Set(live.map(({ guestUuid }) => guestUuid));
    for (const socket of pages) {
      if (uuids.has(socket.data.viewer.userUuid)) continue;
      const room = socket.data.review?.room;
      if (room !== undefined) socket.emit("review.ended", placeOf(room));
      // The others in its room are notified when it has disconnected.
      socket.disconnect(true);
    }
  }

  const repeat = () => {
    timer = setTimeout(() => {
      rechecking = recheck()
        .catch(onError)
        .then(() => {
          if (!isStopped) repeat();
        });
    }, RECHECK_PAUSE_MS);
  };

  return {
    start(): void {
      io.on("connection", (socket) => serve(socket as Page));
      io.on("review.led", endLead);
      repeat();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await rechecking;
    },
  };
}

const buildRoomName = ({ project, version }: ReviewRoom) => `review:${project.toLowerCase()}/${version}`;

function placeOf(room: string): ReviewRoom {
  const [project = "", version] = room.slice("review:".length).split("/");
  return { project, version: Number(version) };
}

/** Returns the people in a room. Guests see that people of the project are present, but not their names. */
const presentPeople = (
  found: readonly { id: string; data: SocketData }[],
  { isForGuest = false } = {},
): ReviewPresence[] => {
  const firstPages = new Map<string, string>();
  for (const { id, data } of found) {
    const known = firstPages.get(data.viewer.userUuid);
    if (known === undefined || id < known) firstPages.set(data.viewer.userUuid, id);
  }
  return found.map(({ id, data }) => ({
    id,
    person: firstPages.get(data.viewer.userUuid) ?? id,
    name: isForGuest && !data.viewer.isGuest ? "" : (data.review?.name ?? ""),
    isLeader: data.review?.lead !== undefined,
    ...(data.viewer.isGuest ? { isGuest: true } : {}),
  }));
};

const pointCountOf = ({ shape }: DraftShape) => (shape?.kind === "pen" ? shape.points.length : 1);
