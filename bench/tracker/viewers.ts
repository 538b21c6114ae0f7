import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { joinRequest, type TrackerReply, type TrackerRequest } from "@shoal/p2p/protocol";
import { SwarmTickets } from "../../apps/edge/src/playback/ticket.ts";
import { EDGE_URL, SIGNING_KEYS, type TrackerKind } from "./server.ts";

/** The average number of viewers to whom a newcomer is introduced. */
const INTRODUCTIONS_PER_VIEWER = 5;
/** A session description of a data channel. */
const SESSION_DESCRIPTION = `v=0\r\n${"a=ice-pwd:0123456789abcdef\r\n".repeat(36)}`;
const swarmTickets = new SwarmTickets(SIGNING_KEYS, EDGE_URL);

/** How a simulated viewer reacts to a message of the tracker. */
interface HandledMessage {
  /** The viewer's replies. */
  answers?: object[];
  /** The number of offers between this viewer and peers that the message causes. */
  offered?: number;
  /** The number of offers to which the message is the answer. */
  answered?: number;
  /** The number of offers that remain unanswered because the offering peer is no longer matched with the viewer. */
  lost?: number;
}

/** The messages that viewers exchange with one kind of tracker. */
interface TrackerDialect {
  /** The message that announces a new viewer. */
  announce: () => object;
  handle(message: unknown): HandledMessage;
}

/** Each peer accepts five introductions and makes five offers, as with the other tracker. */
const P2P_RULES = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 2 * INTRODUCTIONS_PER_VIEWER,
  uploadPercent: 80,

  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};

function speakShoal(room: string): TrackerDialect {
  const place = { networkPrefix: "127.0.0.0/24", asn: null, country: null };
  const expiresAtMs = Date.now() + 3_600_000;
  const session = { edge: EDGE_URL, swarm: room, sessionId: randomUUID(), expiresAtMs, rules: P2P_RULES };
  const ticket = swarmTickets.sign({ ...session, ...place });
  const waiting = new Set<string>();
  return {
    announce: () => joinRequest(ticket),
    handle(message) {
      const reply = message as TrackerReply;
      // The room has other viewers. The next message lists the ones to connect to.
      if (reply.type === "joined") return reply.audience === 1 ? { offered: 0 } : {};
      if (reply.type === "unmatched") return { lost: waiting.delete(reply.peer) ? 1 : 0 };
      if (reply.type === "peers") {
        const peers = reply.peers.filter((peer) => peer.isInitiator).map(({ id }) => id);
        for (const id of peers) waiting.add(id);
        return { answers: peers.map((id) => describeSignal(id, "offer")), offered: peers.length };
      }
      if (reply.type !== "signal") return {};
      if (reply.signal.kind === "offer") return { answers: [describeSignal(reply.from, "answer")] };
      return { answered: waiting.delete(reply.from) ? 1 : 0 };
    },
  };
}

const describeSignal = (to: string, kind: "offer" | "answer"): TrackerRequest => ({
  type: "signal",
  to,
  signal: { kind, sdp: SESSION_DESCRIPTION },
});

/**
 * The messages that bittorrent-tracker's own client sends. It sends its offers with the announcement, before it knows who will
 * receive them.
 */
function speakBittorrent(room: string): TrackerDialect {
  const ids = { action: "announce", info_hash: room, peer_id: randomBytes(10).toString("hex") };
  const offers = () =>
    Array.from({ length: INTRODUCTIONS_PER_VIEWER }, () => ({
      offer: { type: "offer", sdp: SESSION_DESCRIPTION },
      offer_id: randomBytes(10).toString("hex"),
    }));
  const counts = { uploaded: 0, downloaded: 0, left: 1, event: "started", numwant: INTRODUCTIONS_PER_VIEWER };
  return {
    announce: () => ({ ...ids, ...counts, offers: offers() }),
    handle(message) {
      const reply = message as Record<string, unknown>;
      if ("answer" in reply) return { answered: 1 };
      if (!("offer" in reply)) {
        const others = Number(reply.complete) + Number(reply.incomplete) - 1;
        return { offered: Math.min(others, INTRODUCTIONS_PER_VIEWER) };
      }
      const { offer_id, peer_id: to_peer_id } = reply;
      return {
        answers: [{ ...ids, answer: { type: "answer", sdp: SESSION_DESCRIPTION }, offer_id, to_peer_id }],
      };
    },
  };
}

const DIALECTS_BY_KIND: Record<TrackerKind, (room: string) => TrackerDialect> = {
  shoal: speakShoal,
  "bittorrent-tracker": speakBittorrent,
};

/** A viewer who is connected, but has not been announced yet. */
export class TrackerViewer {
  readonly #socket: WebSocket;
  readonly #dialect: TrackerDialect;
  #open = Number.NaN;
  /** The number of peers to whom the viewer was introduced and whose messages have arrived. */
  introductions = 0;
  #wake = () => {};

  /** Connects a viewer. @param room the name of the room, 20 characters. */
  static async connect(kind: TrackerKind, url: string, room: string): Promise<TrackerViewer> {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return new TrackerViewer(socket, DIALECTS_BY_KIND[kind](room));
  }

  private constructor(socket: WebSocket, dialect: TrackerDialect) {
    this.#socket = socket;
    this.#dialect = dialect;
    socket.onmessage = ({ data }) => this.#handle(JSON.parse(String(data)));
    socket.onclose = () => this.#wake();
  }

  /**
   * Announces the viewer. Resolves when all introduced peers have answered.
   * @throws Error if the tracker rejects the announcement.
   */
  async announce(): Promise<void> {
    this.#socket.send(JSON.stringify(this.#dialect.announce()));
    while (this.#open !== 0) {
      if (this.#socket.readyState !== WebSocket.OPEN) throw new Error("The tracker sent a viewer away");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async leave(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.close();
    await once(this.#socket, "close");
  }

  #handle(message: unknown): void {
    const { answers = [], offered, answered = 0, lost = 0 } = this.#dialect.handle(message);
    for (const answer of answers) this.#socket.send(JSON.stringify(answer));
    if (offered !== undefined) this.#open = (this.#open || 0) + offered;
    this.#open -= answered + lost;
    this.introductions += answered;
    if (this.#open === 0) this.#wake();
  }
}
