import { randomBytes } from "node:crypto";
import type { IceServer } from "@shoal/contract";
import type { DirectRefusal, DirectRequest } from "@shoal/contract/player";
import { readRoomPass } from "@shoal/tokens";
import type { WebSocket } from "ws";
import { roomUrlAt } from "../playback/direct-lives.ts";
import type { VerifiedClaims } from "../playback/playback-token.ts";
import { type Connection, refuseConnection, sendAndClose } from "./connection.ts";
import type { DirectState } from "./direct.types.ts";
import type { TicketHolder } from "./viewer-access.ts";

/** The length of random names in bytes: long enough to be unique and impossible to guess. */
const RANDOM_NAME_BYTES = 12;

type RequestOf<T extends "publish" | "watch"> = Extract<DirectRequest, { type: T }>;

/** A caller whose pass or ticket has not been checked yet. */
export interface PendingCaller<R = RequestOf<"publish"> | RequestOf<"watch">> {
  socket: WebSocket;
  address: string;
  request: R;
}

/**
 * Admits a publisher or viewer to the room that their pass or ticket names.
 * @returns undefined if they were rejected with a reason, or have disconnected.
 */
export async function enterRoom(
  state: DirectState,
  newcomer: PendingCaller,
): Promise<Connection | undefined> {
  const { request } = newcomer;
  return request.type === "publish"
    ? enterAsPublisher(state, { ...newcomer, request })
    : enterAsViewer(state, { ...newcomer, request });
}

function enterAsPublisher(
  state: DirectState,
  { socket, request }: PendingCaller<RequestOf<"publish">>,
): Connection | undefined {
  const { rooms, internalSecret, now, log } = state;
  const uuid = readRoomPass(request.pass, internalSecret, now());
  if (uuid === undefined) return refuseEntry(state, socket, "invalid");
  if (!isRoomLocal(state, uuid, socket)) return undefined;
  const connection: Connection = { id: createRandomName(), socket, seat: { role: "publisher", uuid } };
  const places = request.places ?? [];
  rooms.enter(connection, { type: "publish", connection: connection.id, places, atMs: now() });
  log.info({ live: uuid }, "A page publishes a live without delay");
  return connection;
}

async function enterAsViewer(
  state: DirectState,
  { socket, address, request }: PendingCaller<RequestOf<"watch">>,
): Promise<Connection | undefined> {
  const claims = verifyTicket(state, request.ticket);
  if (!claims) return refuseEntry(state, socket, "invalid");
  if (!isRoomLocal(state, claims.uuid, socket)) return undefined;
  const admission = await admitCaller(state, { claims, address });
  if (socket.readyState !== socket.OPEN) return undefined;
  if (typeof admission === "string") return refuseEntry(state, socket, admission);
  const { uuid, sessionId } = claims;
  const seat = { role: "viewer" as const, uuid, claims, address, iceServers: admission };
  const connection: Connection = { id: createRandomName(), socket, seat };
  const former = request.slot === undefined ? undefined : state.slots.find(request.slot, claims);
  const viewer = { connection: connection.id, session: sessionId, place: createRandomName(), former };
  state.rooms.enter(connection, { type: "watch", ...viewer });
  return connection;
}

function verifyTicket({ roomTickets }: DirectState, ticket: string): VerifiedClaims | undefined {
  try {
    return roomTickets.verify(ticket);
  } catch {
    return undefined;
  }
}

async function admitCaller(
  { access, log }: DirectState,
  holder: TicketHolder,
): Promise<readonly IceServer[] | DirectRefusal> {
  try {
    return await access.admit(holder);
  } catch (error) {
    log.debug({ err: error }, "Nobody knows whether a viewer may watch");
    return "busy";
  }
}

/**
 * Returns whether this edge has the room. If not, the connection has been redirected to another edge, or rejected because this edge
 * has too many rooms.
 */
function isRoomLocal(state: DirectState, uuid: string, socket: WebSocket): boolean {
  const url = state.placement.roomFor(uuid);
  if (url !== state.publicUrl) sendAndClose(socket, { type: "elsewhere", url: roomUrlAt(url) });
  else if (!state.rooms.hasSpaceFor(uuid)) refuseEntry(state, socket, "busy");
  else return true;
  return false;
}

function refuseEntry({ log }: DirectState, socket: WebSocket, reason: DirectRefusal): undefined {
  log.debug({ reason }, "A connection to a room was refused");
  refuseConnection(socket, reason);
}

const createRandomName = () => randomBytes(RANDOM_NAME_BYTES).toString("base64url");
