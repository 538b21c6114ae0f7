import {
  PROTOCOL_VERSION,
  parseTrackerRequest,
  type TicketClaims,
  type TrackerCloseReason,
  type TrackerRequest,
} from "@shoal/p2p/protocol";
import { findDescription } from "./description.ts";
import {
  closeWithReason,
  createMember,
  createMessageLimit,
  type Member,
  sendPong,
  sendReply,
  type TrackerConnection,
} from "./member.ts";
import type { Room } from "./room.ts";
import { peerIdOf, type TrackerState, viewerKeyOf } from "./tracker-state.ts";

const JOIN_TIMEOUT_MS = 10_000;

interface JoinedMember {
  room: Room;
  member: Member;
}

/** Serves one connection from its first message to its end. */
export function serveSocket(state: TrackerState, line: TrackerConnection): void {
  const { socket } = line;
  const limit = createMessageLimit();
  let seat: JoinedMember | undefined;
  const joinTimer = setTimeout(() => closeWithReason(socket, "joinTimeout"), JOIN_TIMEOUT_MS);
  joinTimer.unref();
  const refuse = (reason: TrackerCloseReason) => {
    state.options.log.debug({ reason, peer: seat?.member.id }, "tracker connection refused");
    closeWithReason(socket, reason);
    // The viewer is removed from the room immediately. Their side may take a while to close, and peers should not have to wait for
    // it.
    if (seat) leaveRoom(state, seat);
  };
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!limit.tryConsume(state.now())) return refuse("tooMany");
    if (isBinary) return refuse("malformed");
    const description = seat && findDescription(data as Buffer);
    if (seat && description) return seat.room.relay(seat.member, description.to, description.signal);
    const request = parseTrackerRequest(data.toString());
    if (!request || (request.type === "join") === (seat !== undefined)) return refuse("malformed");
    const outcome = seat ? serveMember(state, seat, request) : joinRoom(state, line, request);
    if (typeof outcome === "string") return refuse(outcome);
    clearTimeout(joinTimer);
    seat = outcome;
  });
  socket.on("ping", (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (limit.tryConsume(state.now())) sendPong(line, data);
    else refuse("tooMany");
  });
  const end = () => {
    clearTimeout(joinTimer);
    if (seat) leaveRoom(state, seat);
  };
  // When a frame is too large or malformed, ws starts to close the connection itself, but waits for the other side.
  socket.on("error", (error) => {
    state.options.log.debug({ error: error.message }, "tracker socket failed");
    end();
  });
  socket.on("close", end);
}

function joinRoom(
  state: TrackerState,
  line: TrackerConnection,
  request: TrackerRequest,
): JoinedMember | TrackerCloseReason {
  if (request.type !== "join" || request.version !== PROTOCOL_VERSION) return "malformed";
  const claims = state.options.verifyTicket(request.ticket);
  if (!claims) return "ticketRefused";
  if (claims.expiresAtMs <= state.now()) return "ticketExpired";
  if (isRemoved(state, claims)) return "ticketRefused";
  // Only connected viewers get the grace period, because every new connection would restart it.
  if (state.options.evaluate?.(claims)?.isOutdated) return "ticketExpired";
  return addMember(state, line, claims);
}

/** Whether the viewer was removed, or the room closed, after this ticket was issued. */
const isRemoved = (state: TrackerState, claims: TicketClaims): boolean =>
  state.sentAway.isBefore(claims.issuedAtMs, claims.swarm, viewerKeyOf(claims));

function addMember(state: TrackerState, line: TrackerConnection, claims: TicketClaims): JoinedMember {
  const room = state.enter(claims.swarm);
  const member = createMember(peerIdOf(claims.swarm, claims.sessionId), line, claims);
  const former = room.find(member.id);
  if (former) {
    room.remove(former);
    closeWithReason(former.socket, "replaced");
  }
  const audience = room.audienceWith(member);
  sendReply(member, {
    type: "joined",
    peerId: member.id,
    audience,
    rules: claims.rules,
  });
  room.add(member);
  state.settle(room);
  return { room, member };
}

function serveMember(
  state: TrackerState,
  seat: JoinedMember,
  request: TrackerRequest,
): JoinedMember | TrackerCloseReason {
  const { room, member } = seat;
  switch (request.type) {
    case "ping":
      sendReply(member, { type: "pong" });
      return seat;
    case "more":
      room.matchMore(member);
      return seat;
    case "part":
      room.unmatch(member, request.peer);
      return seat;
    case "signal":
      room.relay(member, request.to, Buffer.from(JSON.stringify(request.signal)));
      return seat;
    case "seen":
      room.saw(member, request.segment, request.sha256);
      return seat;
    case "hash":
      room.sendHash(member, request.segment);
      return seat;
    case "renew":
      return renewTicket(state, seat, request.ticket);
    case "join":
      return "malformed";
  }
}

function renewTicket(
  state: TrackerState,
  seat: JoinedMember,
  ticket: string,
): JoinedMember | TrackerCloseReason {
  const claims = state.options.verifyTicket(ticket);
  const { claims: held } = seat.member;
  if (claims?.swarm !== held.swarm || claims.sessionId !== held.sessionId) return "ticketRefused";
  if (isRemoved(state, claims)) return "ticketRefused";
  seat.room.renew(seat.member, claims);
  return seat;
}

function leaveRoom(state: TrackerState, { room, member }: JoinedMember): void {
  // A member that was replaced by a newer connection of the same viewer has already been removed.
  if (room.find(member.id) !== member) return;
  room.remove(member);
  state.settle(room);
}
