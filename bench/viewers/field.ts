import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Tracker from "bittorrent-tracker/server";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import type { HlsSettings } from "../../harness/swarm/stage.ts";
import { plainPlaylist } from "./plain-playlist.ts";

/**
 * hls.js 1.7 transfers fragments to its worker without a copy, which empties the engine's stored bytes. The engine would then send
 * 0 bytes to peers and stall them permanently.
 */
const WITHOUT_WORKER = { enableWorker: false };

const PLAYLIST_TIMEOUT_MS = 5_000;

/** The settings of p2p-media-loader: its defaults, or those that its documentation recommends for more offload. */
export const ENGINE_SETTINGS = {
  default: {},
  tuned: { highDemandTimeWindow: 4, httpDownloadInitialTimeoutMs: 1_500 },
} as const;
export type EngineSetting = keyof typeof ENGINE_SETTINGS;

const MODULES_FOLDER = join(REPOSITORY_ROOT, "node_modules");
const FILES_BY_PATH: Record<string, string> = {
  "/hls.js": "hls.js/dist/hls.min.js",
  "/core.js": "p2p-media-loader-core/dist/p2p-media-loader-core.es.min.js",
  "/engine.js": "p2p-media-loader-hlsjs/dist/p2p-media-loader-hlsjs.es.min.js",
};

const PAGE_HTML = `<!doctype html><html lang="en"><title>Field</title>
<script type="importmap">{ "imports": { "p2p-media-loader-core": "/core.js" } }</script>
<body style="margin:0"><video muted autoplay playsinline style="width:100vw;height:100vh"></video>
<script src="/hls.js"></script>
<script type="module">
  import { HlsJsP2PEngine } from "/engine.js";
  const { url, hls: config, core } = JSON.parse(new URLSearchParams(location.search).get("set"));
  const seen = { bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0 };
  window.readField = () => seen;
  const P2pHls = HlsJsP2PEngine.injectMixin(window.Hls);
  const hls = new P2pHls({
    ...config,
    p2p: {
      core,
      onHlsJsCreated({ p2pEngine }) {
        p2pEngine.addEventListener("onChunkDownloaded", (bytes, source) => {
          seen[source === "http" ? "bytesServer" : "bytesPeer"] += bytes;
        });
        p2pEngine.addEventListener("onChunkUploaded", (bytes) => { seen.bytesUp += bytes; });
        p2pEngine.addEventListener("onPeerConnect", () => { seen.peers += 1; });
        p2pEngine.addEventListener("onPeerClose", () => { seen.peers -= 1; });
      },
    },
  });
  hls.attachMedia(document.querySelector("video"));
  hls.loadSource(url);
</script></body></html>`;

/** The other open engine, p2p-media-loader with hls.js, with pages and a tracker served by the bench. */
export interface OtherEngine {
  /** Returns the URL of a page that plays this playlist like the platform's player, with the other engine. */
  pageUrl(playlistUrl: string, hls: HlsSettings, setting: EngineSetting): string;
  close(): Promise<void>;
}

export async function openOtherEngine(host: string): Promise<OtherEngine> {
  const tracker = new Tracker({ udp: false, http: false, ws: true, stats: false });
  tracker.on("warning", () => undefined);
  await new Promise<void>((ready) => tracker.listen(0, host, ready));
  const announce = `ws://${host}:${(tracker.http.address() as AddressInfo).port}`;
  const pages = await servePages(host);
  return {
    pageUrl(url, hls, setting) {
      const core = {
        ...ENGINE_SETTINGS[setting],
        announceTrackers: [announce],
        rtcConfig: { iceServers: [] },
      };
      const set = { url: `${pages.url}${plainPathOf(url)}`, hls: { ...hls, ...WITHOUT_WORKER }, core };
      return `${pages.url}/?set=${encodeURIComponent(JSON.stringify(set))}`;
    },
    async close() {
      await pages.close();
      await new Promise<void>((closed) => tracker.close(closed));
    },
  };
}

/**
 * The engine's playlist parser identifies playlists by the requested URL. Low latency changes this URL with each request, so most
 * segments would bypass the engine.
 */
const PLAIN_PATH = "/plain.m3u8";
const plainPathOf = (url: string) => `${PLAIN_PATH}?of=${encodeURIComponent(url)}`;

async function sendPlaylist(url: string, response: ServerResponse): Promise<void> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PLAYLIST_TIMEOUT_MS) });
    const text = await answer.text();
    response.writeHead(answer.status, { "content-type": "application/vnd.apple.mpegurl" });
    response.end(answer.ok ? plainPlaylist(text, url, plainPathOf) : text);
  } catch (error) {
    response.writeHead(502).end(String(error));
  }
}

async function servePages(host: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://field");
    if (pathname === PLAIN_PATH) return void sendPlaylist(searchParams.get("of") ?? "", response);
    const file = FILES_BY_PATH[pathname];
    if (!file) return void response.setHeader("content-type", "text/html").end(PAGE_HTML);
    response.setHeader("content-type", "text/javascript");
    void readFile(join(MODULES_FOLDER, file)).then((text) => response.end(text));
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
