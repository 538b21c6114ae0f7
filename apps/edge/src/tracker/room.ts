import type { P2pRules, Signal } from "@shoal/p2p/protocol";
import { pickMatches, pickSplit } from "./matching.ts";
import { closeFor, type Member, maxPeersOf, send } from "./member.ts";

/** Bursts of arrivals are told once. */
const AUDIENCE_DELAY_MS = 1_000;
/** From here on a change below a tenth is not worth a message to everybody. */
const AUDIENCE_EXACT_UP_TO = 20;
/** A newcomer of a full room gets this many pairs taken apart for him: four peers. */
const SPLITS_MAX = 2;

/** The viewers of one video and generation. */
export class Room {
  readonly swarm: string;
  readonly #members = new Map<string, Member>();
  readonly #random: () => number;
  #toldAudience = 0;
  #audienceTimer: NodeJS.Timeout | undefined;

  constructor(swarm: string, random: () => number = Math.random) {
    this.swarm = swarm;
    this.#random = random;
  }

  get size(): number {
    return this.#members.size;
  }

  members(): Iterable<Member> {
    return this.#members.values();
  }

  find(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /** Takes in a member; the caller has sent him `joined`. */
  add(member: Member): void {
    this.#members.set(member.id, member);
    this.matchMore(member);
    this.#scheduleAudience();
  }

  remove(member: Member): void {
    if (this.#members.get(member.id) !== member) return;
    for (const peer of [...member.matches]) this.unmatch(member, peer);
    this.#members.delete(member.id);
    if (this.size === 0) clearTimeout(this.#audienceTimer);
    else this.#scheduleAudience();
  }

  /** Fills the member's free slots, taking other pairs apart when the room has none left for a newcomer. */
  matchMore(member: Member): void {
    if (member.maxPeers === 0) return;
    const picked = pickMatches(member, this.#members.values(), this.#random);
    for (const other of picked) this.#match(member, other);
    for (let split = 0; split < SPLITS_MAX && member.matches.size < 2; split++) this.#splitFor(member);
  }

  /** Ends the match of two peers and tells the one who did not ask. */
  unmatch(member: Member, peerId: string): void {
    if (!member.matches.delete(peerId)) return;
    const peer = this.#members.get(peerId);
    if (!peer?.matches.delete(member.id)) return;
    send(peer.socket, { type: "unmatched", peer: member.id });
  }

  /** Passes a signal on to a matched peer; to anyone else it is dropped. */
  relay(from: Member, to: string, signal: Signal): void {
    const peer = from.matches.has(to) ? this.#members.get(to) : undefined;
    if (peer) send(peer.socket, { type: "signal", from: from.id, signal });
  }

  setRules(member: Member, rules: P2pRules): void {
    member.rules = rules;
    member.maxPeers = maxPeersOf(rules);
    send(member.socket, { type: "rules", rules });
    for (const peer of [...member.matches].slice(member.maxPeers)) {
      this.unmatch(member, peer);
      send(member.socket, { type: "unmatched", peer });
    }
  }

  close(): void {
    clearTimeout(this.#audienceTimer);
    for (const member of this.#members.values()) closeFor(member.socket, "roomClosed");
  }

  #match(newcomer: Member, other: Member): void {
    newcomer.matches.add(other.id);
    other.matches.add(newcomer.id);
    send(newcomer.socket, { type: "peers", peers: [{ id: other.id, isInitiator: true }] });
    send(other.socket, { type: "peers", peers: [{ id: newcomer.id, isInitiator: false }] });
  }

  #splitFor(newcomer: Member): void {
    const pair = newcomer.maxPeers > 1 ? pickSplit(newcomer, this.#members, this.#random) : undefined;
    if (!pair) return;
    const [a, b] = pair;
    this.unmatch(a, b.id);
    send(a.socket, { type: "unmatched", peer: b.id });
    this.#match(newcomer, a);
    this.#match(newcomer, b);
  }

  #scheduleAudience(): void {
    const change = Math.abs(this.size - this.#toldAudience);
    if (this.#audienceTimer || (this.size > AUDIENCE_EXACT_UP_TO && change < this.#toldAudience / 10)) return;
    this.#audienceTimer = setTimeout(() => {
      this.#audienceTimer = undefined;
      this.#toldAudience = this.size;
      for (const member of this.#members.values()) {
        send(member.socket, { type: "audience", count: this.size });
      }
    }, AUDIENCE_DELAY_MS);
    this.#audienceTimer.unref();
  }
}
