import { mayMeet, pickMatches, pickSplit } from "@shoal/p2p/matching";
import type { P2pRules } from "@shoal/p2p/protocol";
import {
  closeFor,
  type Member,
  maxPeersOf,
  messageOf,
  type SignalText,
  send,
  sendMessage,
  sendSignal,
} from "./member.ts";
import { Witnesses, type WitnessMemory } from "./witnesses.ts";

/** Bursts of arrivals are told once. */
const AUDIENCE_DELAY_MS = 1_000;
/** From here on a change below a tenth is not worth a message to everybody. */
const AUDIENCE_EXACT_UP_TO = 20;
/** A newcomer of a full room gets this many pairs taken apart for him: four peers. */
const SPLITS_MAX = 2;

export interface RoomOptions {
  /** Viewers of the same swarm whom other trackers have. */
  countElsewhere: (swarm: string) => number;
  /** Shared by all rooms. */
  memory: WitnessMemory;
}

/** The viewers of one video and generation. */
export class Room {
  readonly swarm: string;
  readonly #members = new Map<string, Member>();
  readonly #options: RoomOptions;
  readonly #witnesses: Witnesses;
  #toldAudience = 0;
  #audienceTimer: NodeJS.Timeout | undefined;

  constructor(swarm: string, options: RoomOptions) {
    this.swarm = swarm;
    this.#options = options;
    this.#witnesses = new Witnesses(options.memory);
  }

  get size(): number {
    return this.#members.size;
  }

  /** All who watch, also where other trackers have some of them. */
  get audience(): number {
    return this.size + this.#options.countElsewhere(this.swarm);
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
    this.recount();
  }

  remove(member: Member): void {
    if (this.#members.get(member.id) !== member) return;
    for (const peer of [...member.matches]) this.unmatch(member, peer);
    this.#members.delete(member.id);
    if (this.size > 0) {
      this.recount();
      return;
    }
    clearTimeout(this.#audienceTimer);
    // The same viewer may come back at once.
    this.#audienceTimer = undefined;
    this.#witnesses.forget();
  }

  /** Fills the member's free slots, taking other pairs apart when the room has none left for a newcomer. */
  matchMore(member: Member): void {
    if (member.maxPeers === 0) return;
    this.#match(member, pickMatches(member, this.#members.values(), Math.random));
    for (let split = 0; split < SPLITS_MAX && member.matches.size < 2; split++) this.#splitFor(member);
  }

  /** Ends the match of two peers and tells the one who did not ask. */
  unmatch(member: Member, peerId: string): void {
    if (!member.matches.delete(peerId)) return;
    const peer = this.#members.get(peerId);
    if (!peer?.matches.delete(member.id)) return;
    send(peer, { type: "unmatched", peer: member.id });
  }

  /** Passes a signal on to a matched peer; to anyone else it is dropped. */
  relay(from: Member, to: string, signal: SignalText): void {
    const peer = from.matches.has(to) ? this.#members.get(to) : undefined;
    if (peer) sendSignal(peer, from.id, signal);
  }

  /** Somebody had this from the server; those whose word is confirmed, or doubted, by it are told. */
  saw(member: Member, segment: string, sha256: string): void {
    for (const id of this.#witnesses.add(member.id, segment, sha256)) {
      const viewer = this.#members.get(id);
      if (viewer) this.tellHash(viewer, segment);
    }
  }

  tellHash(member: Member, segment: string): void {
    send(member, { type: "confirmed", segment, sha256: this.#witnesses.find(segment) });
  }

  setRules(member: Member, rules: P2pRules): void {
    member.rules = rules;
    member.maxPeers = maxPeersOf(rules);
    member.interISP = rules.interISP;
    send(member, { type: "rules", rules });
    for (const peer of this.#tooMuchOf(member)) {
      this.unmatch(member, peer);
      send(member, { type: "unmatched", peer });
    }
    this.matchMore(member);
  }

  /** Whom he may not be matched with any more: of other providers, and those beyond his number. */
  #tooMuchOf(member: Member): string[] {
    const mayStay = (id: string) => {
      const peer = this.#members.get(id);
      return peer !== undefined && mayMeet(member, peer);
    };
    const staying = [...member.matches].filter(mayStay).slice(0, member.maxPeers);
    return [...member.matches].filter((id) => !staying.includes(id));
  }

  close(): void {
    clearTimeout(this.#audienceTimer);
    for (const member of this.#members.values()) closeFor(member.socket, "roomClosed");
  }

  #match(newcomer: Member, others: readonly Member[]): void {
    if (others.length === 0) return;
    const toOthers = messageOf({ type: "peers", peers: [{ id: newcomer.id, isInitiator: false }] });
    for (const other of others) {
      newcomer.matches.add(other.id);
      other.matches.add(newcomer.id);
      sendMessage(other, toOthers);
    }
    send(newcomer, { type: "peers", peers: others.map(({ id }) => ({ id, isInitiator: true })) });
  }

  #splitFor(newcomer: Member): void {
    const pair = newcomer.maxPeers > 1 ? pickSplit(newcomer, this.#members, Math.random) : undefined;
    if (!pair) return;
    const [a, b] = pair;
    this.unmatch(a, b.id);
    send(a, { type: "unmatched", peer: b.id });
    this.#match(newcomer, pair);
  }

  /** Tells everybody the audience, soon, where it is worth it. */
  recount(): void {
    const change = Math.abs(this.audience - this.#toldAudience);
    const isSmall = this.audience > AUDIENCE_EXACT_UP_TO && change < this.#toldAudience / 10;
    if (this.#audienceTimer || isSmall || change === 0) return;
    this.#audienceTimer = setTimeout(() => {
      this.#audienceTimer = undefined;
      const count = this.audience;
      this.#toldAudience = count;
      const message = messageOf({ type: "audience", count });
      for (const member of this.#members.values()) sendMessage(member, message);
    }, AUDIENCE_DELAY_MS);
    this.#audienceTimer.unref();
  }
}
