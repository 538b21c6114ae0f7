import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { DEFAULT_THEME } from "@shoal/contract";
import {
  BeaconBatch,
  DEFAULT_P2P_RULES,
  type P2pRules,
  PlayRequest,
  type PlaySession,
} from "@shoal/contract/player";
import type { TicketClaims } from "@shoal/p2p/protocol";
import type { TestMedia } from "./test-media.ts";
import { masterPlaylist, mediaPlaylist } from "./test-playlists.ts";

export interface TestTracker {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface TestEdgeOptions {
  media: TestMedia;
  /** The folder of the built player's index.html. */
  playerFolder: string;
  tracker(verifyTicket: (ticket: string) => TicketClaims | undefined): TestTracker;
}

/** The state of the edge, which a test changes while viewers watch. */
export interface TestEdgeState {
  rules: P2pRules;
  /** Whether the video is playable. Any other value is the error code with which the play call is rejected. */
  play: "playable" | "playback_not_ready" | "video_not_found" | "playback_denied";
  /** Whether the edge is reachable. If false, it breaks every connection. */
  isOnline: boolean;
  isTrackerOnline: boolean;
  published: number;
  tokenLifeMs: number;
  beaconIntervalMs: number;
}

export interface TestEdge {
  url: string;
  uuid: string;
  state: TestEdgeState;
  /** Returns the payload bytes of all segments and init segments sent. */
  bytesSent(): number;
  beacons: BeaconBatch[];
  renewals(): number;
  close(): Promise<void>;
}

const STATUS_OF_CODE = { playback_not_ready: 409, video_not_found: 404, playback_denied: 403 } as const;
const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};
const MEDIA_PATH = /^\/m\/([^/]+)\/([^/]+)\/(\d+)\/(.+)$/;

/** Starts an edge with the real tracker, player, media and URLs, for tests that need only viewers. */
export async function startTestEdge(options: TestEdgeOptions): Promise<TestEdge> {
  const edge = new LocalEdge(options);
  await edge.listen();
  return edge;
}

class LocalEdge implements TestEdge {
  readonly uuid = randomUUID();
  readonly beacons: BeaconBatch[] = [];
  readonly state: TestEdgeState;
  readonly #options: TestEdgeOptions;
  readonly #server: Server;
  readonly #tickets = new Map<string, TicketClaims>();
  readonly #tokens = new Map<string, number>();
  #bytesSent = 0;
  #renewals = 0;

  constructor(options: TestEdgeOptions) {
    this.#options = options;
    this.state = {
      rules: DEFAULT_P2P_RULES,
      play: "playable",
      isOnline: true,
      isTrackerOnline: true,
      published: Number.POSITIVE_INFINITY,
      tokenLifeMs: 3_600_000,
      beaconIntervalMs: 10_000,
    };
    this.#server = createServer((request, response) => void this.#serve(request, response));
    const tracker = options.tracker((ticket) => this.#tickets.get(ticket));
    this.#server.on("upgrade", (request, socket, head) => {
      if (this.state.isOnline && this.state.isTrackerOnline) tracker.handleUpgrade(request, socket, head);
      else socket.destroy();
    });
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, () => resolve()));
  }

  bytesSent(): number {
    return this.#bytesSent;
  }

  renewals(): number {
    return this.#renewals;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.state.isOnline) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? "/", this.url);
    const media = MEDIA_PATH.exec(pathname);
    if (pathname.startsWith("/play/")) await this.#play(request, response);
    else if (pathname === "/beacons") await this.#handleBeacon(request, response);
    else if (pathname.startsWith("/embed/")) await this.#file(response, "index.html");
    else if (pathname.startsWith("/player/")) await this.#file(response, pathname.slice("/player/".length));
    else if (media) this.#media(request, response, media[1] ?? "", media[4] ?? "");
    else response.writeHead(404).end();
  }

  async #play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { play } = this.state;
    const playRequest = PlayRequest.parse(JSON.parse(await readBody(request)));
    if (play !== "playable") {
      sendJson(response, STATUS_OF_CODE[play], { code: play, message: play });
      return;
    }
    if (playRequest.sessionId) this.#renewals += 1;
    sendJson(response, 200, this.#session(playRequest.sessionId ?? randomUUID()));
  }

  #session(sessionId: string): PlaySession {
    const token = randomUUID();
    const ticket = randomUUID();
    const expiresAtMs = Date.now() + this.state.tokenLifeMs;
    this.#tokens.set(token, expiresAtMs);
    const place = { networkPrefix: "127.0.0.0/24", asn: null, country: null };
    this.#tickets.set(ticket, {
      swarm: `${this.uuid}/1`,
      sessionId,
      expiresAtMs,
      rules: this.state.rules,
      ...place,
    });
    const base = `${this.url}/m/${token}/${this.uuid}/1`;
    return {
      sessionId,
      token,
      uuid: this.uuid,
      isLink: false,
      generation: 1,
      title: "Big Buck Bunny",

      durationSec: this.#options.media.durationSec,
      isEnded: true,
      tokenExpiresAt: new Date(expiresAtMs).toISOString(),

      serverTime: new Date().toISOString(),
      pass: null,

      hlsUrl: `${base}/master.m3u8`,
      dashUrl: `${base}/manifest.mpd`,
      downloads: [],

      thumbnailUrl: `${base}/poster.jpg`,
      storyboardUrl: `${base}/storyboard.vtt`,
      player: { autoplay: false, introModal: null },
      theme: { ...DEFAULT_THEME, accentInk: "#04211f", accentText: DEFAULT_THEME.accent },
      chapters: [
        { startSec: 0, title: "The burrow" },
        { startSec: 14, title: "The butterfly" },
      ],
      outro: null,
      captions: [
        {
          id: "english",
          version: 1,
          language: "en",
          label: "English",
          kind: "subtitles",

          isDefault: false,
          url: `${base}/captions.vtt`,
        },
        {
          id: "french",
          version: 1,
          language: "fr",
          label: "Français",
          kind: "subtitles",

          isDefault: false,
          url: `${base}/captions.vtt`,
        },
      ],
      p2p: {
        rules: this.state.rules,
        ticket,
        iceServers: [],
        hashesUrl: `${base}/hashes.json`,
        trackerUrl: `${this.url.replace("http", "ws")}/tracker`,
      },
      beacon: { url: `${this.url}/beacons`, intervalMs: this.state.beaconIntervalMs, token },
    };
  }

  async #handleBeacon(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.beacons.push(BeaconBatch.parse(JSON.parse(await readBody(request))));
    response.writeHead(204).end();
  }

  async #file(response: ServerResponse, name: string): Promise<void> {
    try {
      const body = await readFile(path.join(this.#options.playerFolder, path.normalize(`/${name}`)));
      response
        .writeHead(200, { "content-type": CONTENT_TYPES[path.extname(name)] ?? "application/octet-stream" })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  }

  #media(request: IncomingMessage, response: ServerResponse, token: string, name: string): void {
    if ((this.#tokens.get(token) ?? 0) < Date.now()) {
      sendJson(response, 403, { code: "token_expired", message: "The token has expired" });
      return;
    }
    const text = this.#text(name);
    if (text !== undefined) {
      response
        .writeHead(200, { "content-type": name.endsWith(".json") ? "application/json" : "text/plain" })
        .end(text);
      return;
    }
    const bytes = this.#bytes(name);
    if (bytes) this.#sendBytes(request, response, bytes, name.endsWith(".m4s"));
    else response.writeHead(404).end();
  }

  #text(name: string): string | undefined {
    const { media } = this.#options;
    if (name === "master.m3u8") return masterPlaylist(media);
    if (name === "storyboard.vtt") return media.storyboardVtt;
    if (name === "captions.vtt") {
      return "WEBVTT\n\n00:00:01.000 --> 00:01:59.000\nOnce upon a time, in a burrow\nunder a very large tree.\n";
    }
    if (name === "hashes.json") {
      return JSON.stringify(Object.fromEntries(media.tracks.map(({ id, hashes }) => [id, hashes])));
    }
    const track = media.tracks.find(({ id }) => name === `${id}.m3u8`);
    return track && mediaPlaylist(track, this.state.published);
  }

  #bytes(name: string): Uint8Array | undefined {
    const { media } = this.#options;
    if (name === "poster.jpg") return media.poster;
    if (name === "sprite.jpg") return media.sprite;
    const [trackId, file = ""] = name.split("/");
    const track = media.tracks.find(({ id }) => id === trackId);
    const number = file.replace(".m4s", "");
    return number === "init" ? track?.init : track?.segments[Number(number)]?.bytes;
  }

  #sendBytes(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Uint8Array,
    isSegment: boolean,
  ): void {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const from = Number(first ?? 0);
    const end = last ? Math.min(bytes.length, Number(last) + 1) : bytes.length;
    const body = bytes.subarray(from, end);
    if (isSegment) this.#bytesSent += body.length;
    const range = first ? { "content-range": `bytes ${from}-${end - 1}/${bytes.length}` } : {};
    const cache = { "cache-control": "public, max-age=31536000, immutable" };
    response.writeHead(first ? 206 : 200, { ...range, ...cache, "content-length": body.length }).end(body);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
