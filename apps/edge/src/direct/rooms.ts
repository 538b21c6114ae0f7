import type { DirectAnswer, DirectRefusal } from "@shoal/contract/player";
import { iceServersFor } from "../playback/turn-credentials.ts";
import { type Connection, refuseConnection, sendAndClose, sendMessage } from "./connection.ts";
import { applyRoomEvent, EMPTY_ROOM, isEmptyRoom } from "./room.ts";
import type { DirectRoom, RoomEffect, RoomEvent, RoomMessage } from "./room.types.ts";
import type { Slots } from "./slots.ts";

/** Maximum number of direct lives on one edge. Each has one publisher. */
const MAX_ROOMS = 2_000;

export interface RoomsOptions {
  slots: Slots;
  now: () => number;
}

/** The number of rooms and of their members. */
export interface RoomCounts {
  rooms: number;
  placesTaken: number;
  waiting: number;
}

/** All rooms of an edge, with their members' connections. */
export class Rooms {
  readonly #options: RoomsOptions;
  readonly #rooms = new Map<string, DirectRoom>();
  readonly #connections = new Map<string, Connection>();
  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  /** Whether the live has a room, or this edge can create one. */
  hasSpaceFor(uuid: string): boolean {
    return this.#rooms.has(uuid) || this.#rooms.size < MAX_ROOMS;
  }

  *uuids(): Iterable<string> {
    yield* this.#rooms.keys();
  }

  membersOf(uuid: string): Connection[] {
    const { publisher, places, line } = this.#rooms.get(uuid) ?? EMPTY_ROOM;
    const ids = [publisher, ...[...places, ...line].map(({ connection }) => connection)];
    return ids.flatMap((id) => this.#connections.get(id ?? "") ?? []);
  }

  count(): RoomCounts {
    const counts = { rooms: this.#rooms.size, placesTaken: 0, waiting: 0 };
    for (const { places, line } of this.#rooms.values()) {
      counts.placesTaken += places.filter(({ connection }) => connection !== null).length;
      counts.waiting += line.length;
    }
    return counts;
  }

  enter(connection: Connection, event: Extract<RoomEvent, { type: "publish" | "watch" }>): void {
    this.#connections.set(connection.id, connection);
    this.step(connection.seat.uuid, event);
  }

  /**
   * Removes a connection from its room, if the connection is still in it.
   * @param isBreak whether the connection broke, so that its owner may return.
   */
  leave({ id, seat }: Connection, isBreak: boolean): void {
    if (!this.#connections.delete(id)) return;
    this.step(seat.uuid, { type: "gone", connection: id, isBreak, atMs: this.#options.now() });
  }

  /** Removes a member and closes its connection with the reason. */
  refuse(connection: Connection, reason: DirectRefusal): void {
    refuseConnection(connection.socket, reason);
    this.leave(connection, false);
  }

  /** Moves a room to another edge. Its members are not reported as having left. */
  move(uuid: string, url: string): void {
    for (const { socket } of this.#deleteRoom(uuid)) sendAndClose(socket, { type: "elsewhere", url });
  }

  /** Ends all rooms without messages. Their members reconnect. */
  clear(): void {
    this.#rooms.clear();
    this.#connections.clear();
  }

  step(uuid: string, event: RoomEvent): void {
    const { room, effects } = applyRoomEvent(this.#rooms.get(uuid) ?? EMPTY_ROOM, event);
    if (isEmptyRoom(room)) this.#rooms.delete(uuid);
    else this.#rooms.set(uuid, room);
    for (const effect of effects) this.#apply(uuid, effect);
  }

  #deleteRoom(uuid: string): Connection[] {
    const members = this.membersOf(uuid);
    for (const { id } of members) this.#connections.delete(id);
    this.#rooms.delete(uuid);
    return members;
  }

  #apply(uuid: string, effect: RoomEffect): void {
    const id = effect.type === "tell" ? effect.to : effect.connection;
    const connection = this.#connections.get(id);
    if (!connection) return;
    if (effect.type === "tell") sendMessage(connection.socket, this.#answerOf(uuid, effect.word));
    else {
      this.#connections.delete(id);
      refuseConnection(connection.socket, effect.reason);
    }
  }

  #answerOf(uuid: string, word: RoomMessage): DirectAnswer {
    if (word.type !== "viewer" && word.type !== "slot") return word;
    const { type, place } = word;
    const viewer = this.#connections.get(word.viewer)?.seat;
    if (viewer?.role !== "viewer") throw new Error("A place is held by a connection that is not a viewer");
    const nowMs = this.#options.now();
    const { sessionId } = viewer.claims;
    // The publishing page must not learn the viewer's session id.
    const iceServers = iceServersFor(viewer.iceServers, {
      sessionId: type === "slot" ? sessionId : place,
      nowMs,
    });
    if (type === "viewer") return { type, place, iceServers };
    return { type, place, slot: this.#options.slots.sign(place, { uuid, sessionId }), iceServers };
  }
}
