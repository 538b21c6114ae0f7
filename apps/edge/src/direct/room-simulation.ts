import { applyRoomEvent, EMPTY_ROOM } from "./room.ts";
import type { DirectRoom, RoomEffect, RoomEvent, WaitingMessage } from "./room.types.ts";

/** The state of a publishing page, derived from the messages that it has received. */
export class PublisherPage {
  /** The viewers that the page is connected to, by place. */
  readonly known = new Set<string>();
}

/** Simulates a room with its participants, for tests. Each participant reacts to the messages it receives. */
export class RoomSimulation {
  room: DirectRoom = EMPTY_ROOM;
  nowMs = 1_000_000;
  effects: RoomEffect[] = [];
  page: PublisherPage | undefined;
  /** The last slot that each session received, over any of its connections. */
  readonly slots = new Map<string, string>();
  readonly waiting = new Map<string, WaitingMessage>();
  /** The open connections, with their owners. */
  readonly connections = new Map<string, { session: string | undefined }>();
  #count = 0;

  /** Applies an event to the room. @returns the resulting messages. */
  step(event: RoomEvent): RoomEffect[] {
    const { room, effects } = applyRoomEvent(this.room, event);
    this.room = room;
    this.effects = effects;
    for (const effect of effects) this.#apply(effect);
    return effects;
  }

  /** Connects or reconnects a publisher. @returns its connection. */
  film(page = new PublisherPage()): string {
    const connection = this.#connect(undefined);
    this.page = page;
    this.step({ type: "publish", connection, places: [...page.known], atMs: this.nowMs });
    return connection;
  }

  /**
   * Connects a viewer.
   * @param former the place that the viewer's slot proves.
   * @returns the viewer's connection.
   */
  watch(session: string, former?: string): string {
    const connection = this.#connect(session);
    const place = `place of ${connection}`;
    this.step({ type: "watch", connection, session, place, former });
    return connection;
  }

  leave(connection: string): RoomEffect[] {
    return this.#go(connection, false);
  }

  break(connection: string): RoomEffect[] {
    return this.#go(connection, true);
  }

  tick(passedMs: number): RoomEffect[] {
    this.nowMs += passedMs;
    return this.step({ type: "tick", atMs: this.nowMs });
  }

  /** Simulates a restart of the edge, in which all connections are lost without a message. */
  restart(): void {
    this.connections.clear();
    this.waiting.clear();
    this.page = undefined;
    this.room = EMPTY_ROOM;
  }

  placeOf(connection: string): string | undefined {
    return this.room.places.find((place) => place.connection === connection)?.id;
  }

  #connect(session: string | undefined): string {
    this.#count += 1;
    const connection = `c${this.#count}`;
    this.connections.set(connection, { session });
    return connection;
  }

  #go(connection: string, isBreak: boolean): RoomEffect[] {
    this.#close(connection);
    return this.step({ type: "gone", connection, isBreak, atMs: this.nowMs });
  }

  #close(connection: string): void {
    if (this.room.publisher === connection) this.page = undefined;
    this.waiting.delete(connection);
    this.connections.delete(connection);
  }

  #apply(effect: RoomEffect): void {
    if (effect.type === "refuse") {
      this.waiting.delete(effect.connection);
      this.connections.delete(effect.connection);
      return;
    }
    const { to, word } = effect;
    const session = this.connections.get(to)?.session ?? "";
    if (word.type === "waiting") this.waiting.set(to, word);
    if (word.type === "slot") {
      this.waiting.delete(to);
      this.slots.set(session, word.place);
    }
    this.#film(word);
  }

  /** Reacts to a message as the protocol requires of a publisher. */
  #film(word: Extract<RoomEffect, { type: "tell" }>["word"]): void {
    const known = this.page?.known ?? new Set();
    if (word.type === "published")
      for (const place of known) if (!word.places.includes(place)) known.delete(place);
    if (word.type === "viewer") known.add(word.place);
    if (word.type === "left") known.delete(word.place);
  }
}
