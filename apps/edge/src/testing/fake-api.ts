import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { BodyOf } from "@shoal/contract";
import {
  type CdnEntryDescriptor,
  CHANGES_PATH,
  type ClientDescriptor,
  type CollectionReport,
  type ConfigDescriptor,
  type DescriptorChange,
  type ExportLinkDescriptor,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  liveChatInternalRoutes,
  type MovedTo,
  type PlaybackDescriptor,
  type PluginVersionCount,
  type PluginVersionCounts,
  type PluginVideoDescriptor,
  SITEMAP_PAGE_SIZE,
} from "@shoal/contract/edge";
import { pluginVideoKey } from "@shoal/domain/plugin-video-key";
import { freePorts } from "@shoal/testkit";

type DescriptorKind = DescriptorChange["kind"];
const KINDS_BY_PATH: Record<string, DescriptorKind> = {
  descriptors: "video",
  links: "link",
  clients: "client",
  configs: "config",
  "plugin-videos": "pluginVideo",
  "cdn-entries": "cdnEntry",
};
const [MOVED = ""] = internalRoutes.getMoved.path.split("{");
const [OWNER_RIGHTS = ""] = internalRoutes.getOwnerRight.path.split("{");
/** The descriptor of media on another CDN, without any settings. */
const EMPTY_DESCRIPTOR: PluginVideoDescriptor = { revision: 0, rules: {} };
export type ChatCall = BodyOf<typeof liveChatInternalRoutes.syncLiveChats>;

interface AnnouncedChange extends DescriptorChange {
  id: number;
}

/** The api as an edge uses it, with descriptors and their change stream. It can stop and return on the same port. */
export class FakeApi {
  readonly secret = "an-installation-secret";
  readonly #known: Record<DescriptorKind, Map<string, { revision: number }>> = {
    video: new Map(),
    link: new Map(),
    client: new Map(),
    config: new Map(),
    pluginVideo: new Map(),
    cdnEntry: new Map(),
  };
  readonly #changes: AnnouncedChange[] = [];
  readonly #streams = new Set<ServerResponse>();
  #server: Server = createServer();
  /** A port that the system does not assign to other processes while the api is down. */
  #port = 0;
  #hasStream = true;
  /** The number of requests so far for descriptors of videos. */
  asked = 0;
  /** Users who were deleted or have lost their right, so that their links are rejected. */
  readonly withoutRights = new Set<string>();
  /** The reports about collections, one list per call. */
  readonly reports: CollectionReport[][] = [];
  figureAnnouncements = 0;
  /** The reported rows of plugin versions, in order. */
  readonly versions: PluginVersionCount[] = [];
  /** Responds to the chat calls of edges. If it is not set, these calls fail. */
  chat: ((body: ChatCall) => object) | undefined;
  /** Chat messages of recordings, by video. */
  readonly replays = new Map<string, object[]>();
  /** The new locations of imported videos and links, by their original uuid. */
  readonly moved = new Map<string, MovedTo>();
  /** The videos that the api lists for a client's sitemap. */
  readonly sitemapVideos = new Map<string, string[]>();
  /** The cursors with which edges resumed the stream. */
  readonly cursors: (string | undefined)[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get followers(): number {
    return this.#streams.size;
  }

  async start(): Promise<void> {
    if (this.#port === 0) [this.#port] = await freePorts(1);
    this.#server = createServer((req, res) => this.#answer(req, res));
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    this.#streams.clear();
    await closed;
  }

  /** Disconnects all change streams and rejects new streams. */
  dropStream(): void {
    this.#hasStream = false;
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  set(descriptor: PlaybackDescriptor): void {
    this.#keep("video", descriptor.uuid, descriptor);
  }

  setLink(link: ExportLinkDescriptor): void {
    this.#keep("link", link.uuid, link);
  }

  setClient(client: ClientDescriptor): void {
    this.#keep("client", client.uuid, client);
  }

  setConfig(config: ConfigDescriptor): void {
    this.#keep("config", config.key, config);
  }

  setPluginVideo(clientId: string, name: string, descriptor: PluginVideoDescriptor): void {
    this.#keep("pluginVideo", pluginVideoKey(clientId, name), descriptor);
  }

  /** Publishes a CDN entry under its key and each of its hosts. */
  setCdnEntry(entry: CdnEntryDescriptor): void {
    for (const host of entry.hosts) this.#known.cdnEntry.set(host, entry);
    this.#keep("cdnEntry", entry.key, entry);
  }

  remove(uuid: string, kind: DescriptorKind = "video"): void {
    const revision = (this.#known[kind].get(uuid)?.revision ?? 0) + 1;
    this.#known[kind].delete(uuid);
    this.#announce({ kind, uuid, revision });
  }

  /**
   * Stores a descriptor and announces it.
   * @param key the key by which edges request it.
   */
  #keep(kind: DescriptorKind, key: string, revised: { revision: number }): void {
    this.#known[kind].set(key, revised);
    this.#announce({ kind, uuid: key, revision: revised.revision });
  }

  #announce(revised: DescriptorChange): void {
    const change = { id: this.#changes.length + 1, ...revised };
    this.#changes.push(change);
    for (const stream of this.#streams) stream.write(formatEvent(change));
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    if (req.headers[INTERNAL_SECRET_HEADER] !== this.secret) return void res.writeHead(403).end();
    const url = new URL(req.url ?? "/", this.url);
    if (url.pathname === internalRoutes.reportCollections.path) void this.#applyReports(req, res);
    else if (url.pathname === internalRoutes.announceFigures.path) this.#countAnnouncement(res);
    else if (url.pathname === internalRoutes.reportPluginVersions.path) void this.#handleVersions(req, res);
    else if (url.pathname === liveChatInternalRoutes.syncLiveChats.path) void this.#handleChatSync(req, res);
    else if (url.pathname.endsWith("/replay")) this.#replay(url, res);
    else if (url.pathname.includes("/sitemap/")) this.#listSitemap(url, res);
    else if (url.pathname.startsWith(MOVED)) this.#handleMoved(url, res);
    else if (url.pathname.startsWith(OWNER_RIGHTS)) this.#checkOwner(url, res);
    else if (url.pathname === CHANGES_PATH) this.#stream(url, res);
    else this.#describe(url, req, res);
  }

  #countAnnouncement(res: ServerResponse): void {
    this.figureAnnouncements += 1;
    res.writeHead(204).end();
  }

  async #handleVersions(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { counts } = (await json(req)) as PluginVersionCounts;
    this.versions.push(...counts);
    res.writeHead(204).end();
  }

  async #applyReports(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { reports } = (await json(req)) as { reports: CollectionReport[] };
    this.reports.push(reports);
    res.writeHead(204).end();
  }

  async #handleChatSync(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = (await json(req)) as ChatCall;
    if (!this.chat) return void res.writeHead(503).end();
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(this.chat(body)));
  }

  #replay(url: URL, res: ServerResponse): void {
    const [, video = ""] = url.pathname.split("/").reverse();
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ messages: this.replays.get(video) ?? [] }));
  }

  #listSitemap(url: URL, res: ServerResponse): void {
    const [page = "1", , client = ""] = url.pathname.split("/").reverse();
    const all = this.sitemapVideos.get(client) ?? [];
    const uuids = all.slice((Number(page) - 1) * SITEMAP_PAGE_SIZE, Number(page) * SITEMAP_PAGE_SIZE);
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ uuids, pageCount: Math.ceil(all.length / SITEMAP_PAGE_SIZE) }));
  }

  #handleMoved(url: URL, res: ServerResponse): void {
    const moved = this.moved.get(url.pathname.slice(MOVED.length));
    res.writeHead(moved ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(moved ?? {}));
  }

  #checkOwner(url: URL, res: ServerResponse): void {
    const [user = ""] = url.pathname.slice(OWNER_RIGHTS.length).split("/");
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ isAllowed: !this.withoutRights.has(user) }));
  }

  #describe(url: URL, req: IncomingMessage, res: ServerResponse): void {
    const [uuid = "", room = ""] = url.pathname.split("/").reverse();
    const kind = KINDS_BY_PATH[room] ?? "video";
    if (kind === "video") this.asked += 1;
    const descriptor = this.#known[kind].get(uuid) ?? (kind === "pluginVideo" ? EMPTY_DESCRIPTOR : undefined);
    if (!descriptor) return void res.writeHead(404).end();
    const whose = "uuid" in descriptor ? descriptor.uuid : "";
    const etag = `"${whose}.${descriptor.revision}"`;
    if (req.headers["if-none-match"] === etag) return void res.writeHead(304).end();
    res.writeHead(200, { "content-type": "application/json", etag }).end(JSON.stringify(descriptor));
  }

  #stream(url: URL, res: ServerResponse): void {
    if (!this.#hasStream) return void res.writeHead(503).end();
    const cursor = url.searchParams.get("cursor") ?? undefined;
    this.cursors.push(cursor);
    res.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
    const beat = setInterval(() => res.write(":\n\n"), 500);
    res.on("close", () => {
      clearInterval(beat);
      this.#streams.delete(res);
    });
    this.#streams.add(res);
    const missed = cursor === undefined ? [] : this.#changes.filter(({ id }) => id > Number(cursor));
    for (const change of missed) res.write(formatEvent(change));
  }
}

const formatEvent = ({ id, ...change }: AnnouncedChange) => `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`;
