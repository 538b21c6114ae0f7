import {
  findOffSiteMatch,
  freeSlots,
  isNearest,
  type Matchable,
  pickMatches,
  pickSplit,
} from "@shoal/p2p/matching";
import { Flow } from "./links.ts";
import type { SimViewer, SimWorld } from "./simulation.types.ts";

const CLOSE_DELAY_MS = 150;
const OPEN_TIMEOUT_MS = 12_000;
const MORE_DELAY_MS = 3_000;
/** The number of one-way trips to connect a peer. Descriptions, candidates, checks, DTLS and SCTP take about four round trips. */
const CONNECT_TRIPS = 8;
const CONNECT_DURATION_MS = 120;
/** The bytes that a viewer sends to connect a peer: descriptions, candidates, a certificate. Measured in Chromium. */
const CONNECTION_SETUP_BYTES = 5_000;
/** The number of one-way trips to join the tracker: TLS, the WebSocket and the first response. */
const JOIN_TRIPS = 6;
const TRACKER_LATENCY_MS = 20;
/** The interval at which the audience count is sent. */
const AUDIENCE_INTERVAL_MS = 1_000;
/** The size of the sample that matching uses in a large room. Considering every member would take hours to simulate. */
const MAX_SAMPLE = 300;

/** The tracker's room, with its real matching, and the connection set-up of matched peers. */
export class SimTracker {
  readonly #world: SimWorld;
  readonly #members = new Map<string, SimViewer & Matchable>();
  readonly #order: SimViewer[] = [];
  readonly #failed = new Set<string>();
  #isAudienceDue = false;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  join(viewer: SimViewer): void {
    const { clock, options } = this.#world;
    clock.after(JOIN_TRIPS * viewer.line.latencyMs + TRACKER_LATENCY_MS, () => {
      if (viewer.isGone) return;
      const place = {
        networkPrefix: viewer.site?.name ?? "",
        asn: null,
        country: null,
        interISP: true,
        staysInSite: false,
        maxPeers: options.rules.maxPeers,
      };
      const member = Object.assign(viewer, place);
      this.#members.set(viewer.id, member);
      this.#order.push(viewer);
      viewer.dispatch({
        type: "joined",
        peerId: viewer.id,
        audience: this.#members.size,
        rules: options.rules,
      });
      this.#matchMore(member);
      viewer.awaitPeers(viewer.matches.size);
      this.#sendAudience();
    });
  }

  leave(viewer: SimViewer): void {
    this.#members.delete(viewer.id);
    for (const id of viewer.matches) {
      const other = this.#world.viewers.get(id);
      if (!other) continue;
      other.matches.delete(viewer.id);
      this.#world.clock.after(CLOSE_DELAY_MS, () => this.#close(other, viewer));
      this.#requestMore(other);
    }
    viewer.matches.clear();
    this.#sendAudience();
  }

  /** Matches members of the same site first and replaces a peer from elsewhere, like the real tracker. */
  #meetSite(viewer: SimViewer & Matchable): void {
    if (!viewer.site) return;
    for (const other of this.#members.values()) {
      if (other === viewer || viewer.matches.has(other.id) || !isNearest(viewer, other)) continue;
      const full = [viewer, other].filter((one) => freeSlots(one) < 1);
      const strangers = full.map((one) => findOffSiteMatch(one, this.#members));
      if (full.length === 0 || !strangers.every((stranger) => stranger !== undefined)) continue;
      for (const [index, stranger] of strangers.entries()) this.#unmatch(full[index] as SimViewer, stranger);
      this.#match(viewer, other);
    }
  }

  #matchMore(viewer: SimViewer & Matchable): void {
    const { random } = this.#world;
    this.#meetSite(viewer);
    const candidates = this.#sample().filter((it) => !this.#failed.has(buildPairKey(viewer, it)));
    for (const other of pickMatches(viewer, candidates, () => random.next())) this.#match(viewer, other);
    for (let tries = 0; tries < 4 && viewer.matches.size < 2; tries++) {
      const split = pickSplit(viewer, this.#members, () => random.next());
      if (!split) return;
      const [a, b] = split;
      this.#unmatch(a, b);
      this.#match(viewer, a);
      this.#match(viewer, b);
    }
  }

  #sample(): (SimViewer & Matchable)[] {
    if (this.#members.size <= MAX_SAMPLE) return [...this.#members.values()];
    const { random } = this.#world;
    const found = new Set<SimViewer & Matchable>();
    for (let tries = 0; tries < MAX_SAMPLE * 2 && found.size < MAX_SAMPLE; tries++) {
      const member = this.#members.get(random.pick(this.#order).id);
      if (member) found.add(member);
    }
    return [...found];
  }

  #match(a: SimViewer, b: SimViewer): void {
    const { clock, random, options } = this.#world;
    a.matches.add(b.id);
    b.matches.add(a.id);
    const isBlocked = random.next() < options.natFailures;
    const connectMs = CONNECT_TRIPS * a.latencyTo(b) + CONNECT_DURATION_MS * random.between(0.7, 1.6);
    if (isBlocked) {
      clock.after(OPEN_TIMEOUT_MS, () => this.#isWanted(a, b) && this.#giveUp(a, b));
      return;
    }
    let missing = 3;
    const go = () => {
      missing -= 1;
      if (missing === 0 && this.#isWanted(a, b)) this.#open(a, b);
    };
    clock.after(connectMs, go);
    new Flow(clock, [a.up, b.down], CONNECTION_SETUP_BYTES, go);
    new Flow(clock, [b.up, a.down], CONNECTION_SETUP_BYTES, go);
  }

  #isWanted(a: SimViewer, b: SimViewer): boolean {
    return !a.isGone && !b.isGone && a.matches.has(b.id);
  }

  #open(a: SimViewer, b: SimViewer): void {
    a.peers.add(b);
    b.peers.add(a);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      one.dispatch({
        type: "peerOpen",
        peerId: other.id,
        isNear: one.site !== undefined && one.site === other.site,
      });
      one.awaitPeers(one.matches.size - one.peers.size);
    }
  }

  #giveUp(a: SimViewer, b: SimViewer): void {
    this.#failed.add(buildPairKey(a, b));
    a.matches.delete(b.id);
    b.matches.delete(a.id);
    this.#requestMore(a);
    this.#requestMore(b);
  }

  #unmatch(a: SimViewer, b: SimViewer): void {
    a.matches.delete(b.id);
    b.matches.delete(a.id);
    this.#close(a, b);
    this.#close(b, a);
  }

  #close(one: SimViewer, other: SimViewer): void {
    if (!one.peers.delete(other)) return;
    one.dispatch({ type: "peerClosed", peerId: other.id });
  }

  #requestMore(viewer: SimViewer): void {
    this.#world.clock.after(MORE_DELAY_MS, () => {
      const member = this.#members.get(viewer.id);
      if (member) this.#matchMore(member);
    });
  }

  #sendAudience(): void {
    if (this.#isAudienceDue) return;
    this.#isAudienceDue = true;
    this.#world.clock.after(AUDIENCE_INTERVAL_MS, () => {
      this.#isAudienceDue = false;
      for (const member of this.#members.values()) {
        member.dispatch({ type: "audience", count: this.#members.size });
      }
    });
  }
}

const buildPairKey = (a: SimViewer, b: SimViewer): string =>
  a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
