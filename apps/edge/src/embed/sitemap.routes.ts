import { AppError, fillPath } from "@shoal/contract";
import {
  type ClientDescriptor,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  type SitemapVideos,
} from "@shoal/contract/edge";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import type { ApiAddress } from "../playback/descriptor-source.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { Watchable } from "../playback/watchables.ts";
import { rulesOfVideo } from "../rules/watched-rules.ts";
import { cardAddressesOf, isListed, type ShareOptions } from "./share.routes.ts";
import { sitemapIndexOf, sitemapOf } from "./sitemap.ts";

/**
 * How long the list of videos is cached. Search engines fetch a sitemap about once a day, and videos that are no longer public are
 * left out immediately.
 */
const CACHE_TTL_MS = 10 * 60_000;
const MAX_CACHE_BYTES = 32_000_000;
/** The approximate memory of a listed video and its rules, in bytes. */
const BYTES_PER_VIDEO = 6_000;
/** The minimum time between two checks of a sitemap, in ms. */
const RECHECK_INTERVAL_MS = 1_000;
/** The number of videos that are loaded concurrently. */
const LOAD_CONCURRENCY = 8;
const TIMEOUT_MS = 10_000;

const SITEMAP_FILE = /^(?<name>[0-9a-f-]{1,36})\.xml$/;
const nameOf = (file: string) => SITEMAP_FILE.exec(file)?.groups?.name ?? "";
const IndexParams = z.object({ name: z.string().transform(nameOf).pipe(UUID) });
const PageParams = z.object({
  client: UUID,
  name: z
    .string()
    .transform(nameOf)
    .pipe(z.string().regex(/^[1-9]\d{0,2}$/)),
});

export interface SitemapOptions extends ShareOptions, ApiAddress {
  descriptors: Pick<Descriptors, "clients" | "videos">;
}

/** A cached sitemap with its videos; an index has no videos. */
interface CachedSitemap {
  text: string;
  checkedAtMs: number;
  listed: readonly Watchable[];
  /** The running check, which concurrent requests share. */
  checking?: Promise<void> | undefined;
}

/**
 * `GET /sitemaps/{client}.xml`: pages of a client's videos that everyone can watch now; for many videos, an index of
 * `/sitemaps/{client}/{page}.xml`. 404 if the client does not allow search engines to find its videos.
 */
export function registerSitemaps(app: FastifyInstance, options: SitemapOptions): void {
  const { descriptors, publicUrl, watchables } = options;
  // Concurrent requests for a sitemap share one computation.
  const kept = new LRUCache<string, CachedSitemap>({
    ttl: CACHE_TTL_MS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ text, listed }) => Buffer.byteLength(text) + listed.length * BYTES_PER_VIDEO,
    fetchMethod: (key) => {
      const [client = "", page] = key.split("/");
      return page === undefined ? makeFirst(client) : makePage(client, Number(page));
    },
  });

  async function makeFirst(client: string): Promise<CachedSitemap> {
    const { uuids, pageCount } = await listVideos(options, client, 1);
    if (pageCount <= 1) return write(await findListed(uuids));
    const text = sitemapIndexOf(
      Array.from({ length: pageCount }, (_, n) => `${publicUrl}/sitemaps/${client}/${n + 1}.xml`),
    );
    return { text, checkedAtMs: performance.now(), listed: [] };
  }

  const makePage = async (client: string, page: number) =>
    write(await findListed((await listVideos(options, client, page)).uuids));

  function write(listed: readonly Watchable[]): CachedSitemap {
    const entries = listed.map((watchable) => ({
      video: watchable.video,
      addresses: cardAddressesOf(watchable, publicUrl),
    }));
    return { text: sitemapOf(entries), checkedAtMs: performance.now(), listed };
  }

  /**
   * Removes videos that are no longer public. The stream of changes keeps cached videos current, so only evicted ones are loaded
   * from the api again.
   */
  async function check(sitemap: CachedSitemap, client: ClientDescriptor): Promise<void> {
    const now = await mapInBatches(sitemap.listed, (watchable) => findCurrent(watchable, client));
    const isSame = now.every((each, n) => each === sitemap.listed[n]);
    const isStillListed = (each: Watchable | undefined): each is Watchable => !!each && isListed(each);
    Object.assign(sitemap, isSame ? { checkedAtMs: performance.now() } : write(now.filter(isStillListed)));
  }

  /**
   * Finds the current state of a listed video.
   * @returns the same object if the state is unchanged; undefined if the video no longer exists.
   */
  async function findCurrent(watchable: Watchable, client: ClientDescriptor): Promise<Watchable | undefined> {
    const { id } = watchable;
    const video = descriptors.videos.lastKnown(id) ?? (await descriptors.videos.find(id));
    if (!video) return undefined;
    const isSame = video === watchable.video && client === watchable.client;
    return isSame ? watchable : { ...watchable, video, client, rules: rulesOfVideo(video, client) };
  }

  async function findListed(uuids: readonly string[]): Promise<Watchable[]> {
    const found = await mapInBatches(uuids, (uuid) => watchables.getVideo(uuid).catch(ignoreNotFound));
    return found.filter((each): each is Watchable => !!each && isListed(each));
  }

  async function send(client: string, page?: number): Promise<string> {
    const descriptor = await descriptors.clients.find(client);
    // The setting is checked each time, so that withdrawn videos disappear immediately.
    if (!descriptor || descriptor.isIndexed === false)
      throw new AppError("not_found", "There is no sitemap at this URL");
    const sitemap = await kept.fetch(page === undefined ? client : `${client}/${page}`);
    if (!sitemap) return "";
    if (sitemap.listed.length > 0 && performance.now() - sitemap.checkedAtMs >= RECHECK_INTERVAL_MS) {
      sitemap.checking ??= check(sitemap, descriptor).finally(() => {
        sitemap.checking = undefined;
      });
      await sitemap.checking;
    }
    return sitemap.text;
  }

  app.get("/sitemaps/:name", async (req, reply) => {
    const { name } = parseOrRefuse(IndexParams, req.params);
    return reply.type("application/xml; charset=utf-8").send(await send(name));
  });
  app.get("/sitemaps/:client/:name", async (req, reply) => {
    const { client, name } = parseOrRefuse(PageParams, req.params);
    return reply.type("application/xml; charset=utf-8").send(await send(client, Number(name)));
  });
}

/** Lists the candidates known to the api. @throws AppError "unavailable" if it is unreachable or its response is invalid. */
async function listVideos(
  { apiUrl, internalSecret }: ApiAddress,
  uuid: string,
  page: number,
): Promise<SitemapVideos> {
  const { path, response: schema } = internalRoutes.listSitemapVideos;
  try {
    const response = await fetch(`${apiUrl}${fillPath(path, { uuid, page })}`, {
      headers: { [INTERNAL_SECRET_HEADER]: internalSecret },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return schema.parse(await response.json());
  } catch (error) {
    throw new AppError("unavailable", `The api named no videos: ${String(error)}`);
  }
}

async function mapInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += LOAD_CONCURRENCY)
    results.push(...(await Promise.all(items.slice(from, from + LOAD_CONCURRENCY).map(work))));
  return results;
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.code === "video_not_found") return undefined;
  throw error;
}
