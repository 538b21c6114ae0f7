import {
  canMatch,
  findOffSiteMatch,
  freeSlots,
  LocationIndex,
  pickMatches,
  pickSplit,
} from "@shoal/p2p/matching";
import type { P2pRules, TicketClaims } from "@shoal/p2p/protocol";
import { Audiences, groupOf } from "./audiences.ts";
import { HashQuorum, type QuorumMemory } from "./hash-quorum.ts";
import {
  closeWithReason,
  isSameRules,
  locationOf,
  type Member,
  maxPeersOf,
  sendMessage,
  sendReply,
  sendSignal,
  serialiseReply,
} from "./member.ts";

/** The delay before a changed audience is reported, so that a burst of arrivals causes one report. */
const AUDIENCE_DELAY_MS = 1_000;
/** The number of pairs in a full room that are split for a new viewer, who is matched with both peers of each pair. */
const MAX_SPLITS = 2;

export interface RoomOptions {
  /** Returns the number of viewers of the same swarm at other trackers. */
  countElsewhere: (swarm: string) => number;
  /** The memory for hashes, which all rooms share. */
  memory: QuorumMemory;
}

/** Whether two members are at the same site of the client. If so, data that they share stays in the site's network. */
const isAtSameSite = ({ claims: { site } }: Member, other: Member): boolean =>
  site !== undefined && site.uuid === other.claims.site?.uuid;

/** The room for the viewers of one generation of a video. */
export class Room {
  readonly swarm: string;
  readonly #members = new Map<string, Member>();
  readonly #places = new LocationIndex<Member>();
  /** The members with free slots for peers. */
  readonly #free = new LocationIndex<Member>();
  readonly #quorum: HashQuorum;
  readonly #audiences: Audiences;
  #audienceTimer: NodeJS.Timeout | undefined;

  constructor(swarm: string, { memory, countElsewhere }: RoomOptions) {
    this.swarm = swarm;
    this.#quorum = new HashQuorum(memory);
    this.#audiences = new Audiences(() => countElsewhere(swarm));
  }

  get size(): number {
    return this.#members.size;
  }

  /** The number of viewers that a new member can meet, including the member itself and viewers on other trackers. */
  audienceWith(member: Member): number {
    return this.#audiences.countWith(member);
  }

  members(): Iterable<Member> {
    return this.#members.values();
  }

  find(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /** Adds a member, to which the caller has already sent `joined`. */
  add(member: Member): void {
    this.#members.set(member.id, member);
    this.#place(member);
    this.#audiences.add(member);
    this.matchMore(member);
    this.recount();
  }

  remove(member: Member): void {
    if (this.#members.get(member.id) !== member) return;
    for (const peer of Array.from(member.matches)) this.unmatch(member, peer);
    this.#members.delete(member.id);
    this.#places.delete(member);
    this.#free.delete(member);
    this.#audiences.remove(member);
    if (this.size > 0) {
      this.recount();
      return;
    }
    clearTimeout(this.#audienceTimer);
    // The room may be used again immediately, when the viewer reconnects.
    this.#audienceTimer = undefined;
    this.#quorum.clear();
  }

  /** Fills the member's free slots. If the room has no slots left for a new member, other pairs are separated. */
  matchMore(member: Member): void {
    if (member.maxPeers === 0) return;
    this.#meetSite(member);
    this.#match(member, pickMatches(member, this.#free.around(member, Math.random), Math.random));
    for (let split = 0; split < MAX_SPLITS && member.matches.size < 2; split++) this.#splitFor(member);
  }

  /** Ends the match of two peers and notifies the other one. */
  unmatch(member: Member, peerId: string): void {
    if (!member.matches.delete(peerId)) return;
    this.#keepIfFree(member);
    const peer = this.#members.get(peerId);
    if (!peer?.matches.delete(member.id)) return;
    this.#keepIfFree(peer);
    sendReply(peer, { type: "unmatched", peer: member.id });
  }

  /** Relays a signal, as UTF-8 encoded JSON, to a matched peer. Signals to any other peer are dropped. */
  relay(from: Member, to: string, signal: Buffer): void {
    const peer = from.matches.has(to) ? this.#members.get(to) : undefined;
    if (peer) sendSignal(peer, from.id, signal);
  }

  /** Records the hash of a segment that a viewer got from the server. Notifies the viewers whose hashes it confirms or refutes. */
  saw(member: Member, segment: string, sha256: string): void {
    for (const id of this.#quorum.add(member.id, segment, sha256)) {
      const viewer = this.#members.get(id);
      if (viewer) this.sendHash(viewer, segment);
    }
  }

  sendHash(member: Member, segment: string): void {
    sendReply(member, { type: "confirmed", segment, sha256: this.#quorum.find(segment) });
  }

  /** Applies a member's new ticket, whose rules or location may differ. */
  renew(member: Member, claims: TicketClaims): void {
    const { site } = member.claims;
    const isMoved = site?.uuid !== claims.site?.uuid || site?.isClosed !== claims.site?.isClosed;
    if (isMoved) this.#audiences.remove(member);
    Object.assign(member, { claims, ...locationOf(claims) });
    this.#place(member);
    if (isMoved) this.#audiences.add(member);
    if (!isSameRules(claims.rules, member.rules)) this.setRules(member, claims.rules);
    else if (isMoved) this.#rematch(member);
    if (isMoved) this.recount();
  }

  setRules(member: Member, rules: P2pRules): void {
    member.rules = rules;
    member.maxPeers = maxPeersOf(rules);
    member.interISP = rules.interISP;
    this.#keepIfFree(member);
    sendReply(member, { type: "rules", rules });
    this.#rematch(member);
  }

  /** Ends matches that are no longer allowed, and fills the free slots. */
  #rematch(member: Member): void {
    for (const peer of this.#tooMuchOf(member)) this.#part(member, peer);
    this.matchMore(member);
  }

  /** Ends the match of two peers and notifies both. */
  #part(member: Member, peer: string): void {
    this.unmatch(member, peer);
    sendReply(member, { type: "unmatched", peer });
  }

  /** Matches a member with viewers at the same site. If either of them is full, a peer from elsewhere is dropped. */
  #meetSite(member: Member): void {
    if (!member.claims.site || member.staysInSite) return;
    for (const other of this.#places.sameNetwork(member)) {
      if (other === member || member.matches.has(other.id)) continue;
      const full = [member, other].filter((one) => freeSlots(one) < 1);
      // The general matching pairs two members with free slots.
      if (full.length === 0) continue;
      const strangers = full.map((one) => findOffSiteMatch(one, this.#members)?.id);
      if (!strangers.every((id) => id !== undefined)) continue;
      for (const [index, id] of strangers.entries()) this.#part(full[index] as Member, id);
      this.#match(member, [other]);
    }
  }

  /**
   * Returns the peers that a member must be separated from: those at sites or providers that it may not meet, and those beyond its
   * limit.
   */
  #tooMuchOf(member: Member): string[] {
    const mayStay = (id: string) => {
      const peer = this.#members.get(id);
      return peer !== undefined && canMatch(member, peer);
    };
    const staying = [...member.matches].filter(mayStay).slice(0, member.maxPeers);
    return [...member.matches].filter((id) => !staying.includes(id));
  }

  close(): void {
    clearTimeout(this.#audienceTimer);
    for (const member of this.#members.values()) closeWithReason(member.socket, "roomClosed");
  }

  #match(newcomer: Member, others: readonly Member[]): void {
    if (others.length === 0) return;
    const toOthers = serialiseReply({ type: "peers", peers: [{ id: newcomer.id, isInitiator: false }] });
    const toNear = serialiseReply({
      type: "peers",
      peers: [{ id: newcomer.id, isInitiator: false, isNear: true }],
    });
    for (const other of others) {
      newcomer.matches.add(other.id);
      other.matches.add(newcomer.id);
      this.#keepIfFree(other);
      sendMessage(other, isAtSameSite(newcomer, other) ? toNear : toOthers);
    }
    this.#keepIfFree(newcomer);
    const peers = others.map((other) => {
      const match = { id: other.id, isInitiator: true };
      return isAtSameSite(newcomer, other) ? { ...match, isNear: true } : match;
    });
    sendReply(newcomer, { type: "peers", peers });
  }

  #splitFor(newcomer: Member): void {
    if (newcomer.maxPeers < 2) return;
    const among = this.#places.around(newcomer, Math.random);
    const pair = pickSplit(newcomer, this.#members, Math.random, among);
    if (!pair) return;
    const [a, b] = pair;
    this.#part(a, b.id);
    this.#match(newcomer, pair);
  }

  /** Adds a member to the index by location. */
  #place(member: Member): void {
    this.#places.set(member);
    this.#keepIfFree(member);
  }

  /** Updates the index of members with free slots for peers. */
  #keepIfFree(member: Member): void {
    if (freeSlots(member) > 0 && this.#places.has(member)) this.#free.set(member);
    else this.#free.delete(member);
  }

  /** Schedules that the audience size is sent to all members, if it has changed enough. */
  recount(): void {
    if (this.#audienceTimer || !this.#audiences.hasNews()) return;
    this.#audienceTimer = setTimeout(() => {
      this.#audienceTimer = undefined;
      this.#sendAudiences();
    }, AUDIENCE_DELAY_MS);
    this.#audienceTimer.unref();
  }

  #sendAudiences(): void {
    const messages = new Map(
      [...this.#audiences.drainChanges()].map(([group, count]) => [
        group,
        serialiseReply({ type: "audience", count }),
      ]),
    );
    for (const member of this.#members.values()) {
      const message = messages.get(groupOf(member));
      if (message) sendMessage(member, message);
    }
  }
}
