import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { AppError } from "@shoal/contract";
import { refuseNoFiles } from "@shoal/lifecycle";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { IMMUTABLE_CACHE_CONTROL, PAGE_PERMISSIONS } from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { PageProofs } from "../playback/page-proofs.ts";
import { createFindMoved, isMissing } from "./moved.ts";
import { addPageTag, addViewerTag } from "./page-tags.ts";
import { addSharing, registerOembed } from "./share.routes.ts";
import { registerSitemaps, type SitemapOptions } from "./sitemap.routes.ts";

const Params = z.object({ uuid: UUID });
/** Matches the names of built files, to which the bundler adds a hash. */
const HASHED_FILE_NAME = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+(?:\.(?:br|gz))?$/;
/** Pages that other sites embed or link to, by route. */
const PAGES_BY_ROUTE = new Map<string, { kind: "video" | "link"; pathOf: (uuid: string) => string }>([
  ["/embed/:uuid", { kind: "video", pathOf: (uuid) => `/embed/${uuid}` }],
  ["/v/:uuid", { kind: "video", pathOf: (uuid) => `/v/${uuid}` }],
  ["/x/:uuid", { kind: "link", pathOf: (uuid) => `/x/${uuid}` }],
  ["/x/:uuid/embed", { kind: "link", pathOf: (uuid) => `/x/${uuid}/embed` }],
]);
const HOME_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shoal</title><p>Videos are delivered from here.</p></html>
`;

export interface EmbedRoutesOptions extends SitemapOptions {
  playerDir: string;
  /** The edges to whose trackers viewers may be assigned. */
  cluster: readonly { url: string }[];
  descriptors: Descriptors;
  pageProofs: Pick<PageProofs, "sign">;
  apiUrl: string;
  internalSecret: string;
}

/**
 * Serves the player page (`/embed/{uuid}`, `/v/{uuid}`; for an export link, `/x/{uuid}/embed` and `/x/{uuid}`), its files
 * (`/player/*`), and the page at the root.
 */
export async function registerEmbedRoutes(app: FastifyInstance, options: EmbedRoutesOptions): Promise<void> {
  const policy = contentSecurityPolicy(options, []);
  redirectMoved(app, options);
  const { pageProofs } = options;
  app.get("/embed/:uuid", async (req, reply) => {
    const { uuid } = parseOrRefuse(Params, req.params);
    const page = addPageTag(await readPlayer(options.playerDir), pageProofs.sign(req.headers, uuid));
    return sendPlayer(reply, await addViewerTag(page, () => options.watchables.getVideo(uuid)), policy);
  });
  app.get("/v/:uuid", async (req, reply) => {
    const { uuid } = parseOrRefuse(Params, req.params);
    const get = () => options.watchables.getVideo(uuid);
    const player = addPageTag(await readPlayer(options.playerDir), pageProofs.sign(req.headers, uuid));
    const page = await addViewerTag(player, get);
    return sendPlayer(reply, await addSharing(page, get, options), policy);
  });
  registerLinkPages(app, options);
  // The outro preview of the editor renders the outro that the framing page sends, with the player's own code.
  app.get("/outro", async (_, reply) =>
    sendPlayer(reply, await readPage(options.playerDir, "outro.html"), policy),
  );
  registerOembed(app, options);
  registerSitemaps(app, options);
  await app.register(async (scope) => {
    refuseNoFiles(scope);
    await scope.register(fastifyStatic, {
      preCompressed: true,
      root: options.playerDir,
      prefix: "/player/",
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          HASHED_FILE_NAME.test(path) ? IMMUTABLE_CACHE_CONTROL : "public, max-age=300",
        );
      },
    });
  });
  app.get("/", async (_, reply) =>
    reply.header("permissions-policy", PAGE_PERMISSIONS).type("text/html; charset=utf-8").send(HOME_PAGE),
  );
  app.get("/robots.txt", async (_, reply) =>
    reply.type("text/plain").send("User-agent: *\nDisallow: /m/\nDisallow: /play/\n"),
  );
}

/** Redirects pages of videos and links imported from another installation that could not keep their uuid. */
function redirectMoved(app: FastifyInstance, options: EmbedRoutesOptions): void {
  const { watchables } = options;
  const findMoved = createFindMoved(options);
  app.addHook("preHandler", async (req, reply) => {
    const route = PAGES_BY_ROUTE.get(req.routeOptions.url ?? "");
    const params = Params.safeParse(req.params);
    if (!route || !params.success) return;
    const { uuid } = params.data;
    const get = () => (route.kind === "link" ? watchables.getLinked(uuid) : watchables.getVideo(uuid));
    if (!(await isMissing(get))) return;
    const moved = await findMoved(route.kind, uuid);
    if (moved === undefined) return;
    const query = req.url.includes("?") ? req.url.slice(req.url.indexOf("?")) : "";
    return reply.header("cache-control", "no-store").redirect(route.pathOf(moved) + query, 302);
  });
}

/** Registers the pages of export links. Browsers show the player of a link only in frames on the link's sites. */
function registerLinkPages(app: FastifyInstance, options: EmbedRoutesOptions): void {
  const { descriptors, watchables, playerDir, pageProofs } = options;
  const policyOf = async (uuid: string) => {
    const link = await descriptors.links.find(uuid).catch(() => undefined);
    return contentSecurityPolicy(options, link?.sites ?? []);
  };
  app.get("/x/:uuid/embed", async (req, reply) => {
    const { uuid } = parseOrRefuse(Params, req.params);
    const player = addPageTag(await readPlayer(playerDir), pageProofs.sign(req.headers, uuid));
    const page = await addViewerTag(player, () => watchables.getLinked(uuid));
    return sendPlayer(reply, page, await policyOf(uuid));
  });
  app.get("/x/:uuid", async (req, reply) => {
    const { uuid } = parseOrRefuse(Params, req.params);
    const get = () => watchables.getLinked(uuid);
    const player = addPageTag(await readPlayer(playerDir), pageProofs.sign(req.headers, uuid));
    const page = await addViewerTag(player, get);
    return sendPlayer(reply, await addSharing(page, get, options), await policyOf(uuid));
  });
}

const readPlayer = (playerDir: string) => readPage(playerDir, "index.html");

function readPage(playerDir: string, name: string): Promise<string> {
  return readFile(join(playerDir, name), "utf8").catch((cause: unknown) => {
    throw new AppError("unavailable", `The player is not built: ${String(cause)}`);
  });
}

function sendPlayer(reply: FastifyReply, page: string, policy: string): FastifyReply {
  // The page contains data about one request, so shared caches may not store it.
  reply.headers({
    "content-security-policy": policy,
    "permissions-policy": PAGE_PERMISSIONS,
    "cache-control": "private, no-cache",
  });
  return reply.type("text/html; charset=utf-8").send(page);
}

/**
 * Builds the Content-Security-Policy: scripts only from this origin, none of them inline. Media sources and hls.js's worker need
 * blobs.
 * @param sites the websites that may frame the player, including their subdomains; empty for any.
 */
function contentSecurityPolicy(
  { publicUrl, cluster }: Pick<EmbedRoutesOptions, "publicUrl" | "cluster">,
  sites: readonly string[],
): string {
  const origin = new URL(publicUrl).origin;
  const trackers = new Set([publicUrl, ...cluster.map(({ url }) => url)].map(socketOrigin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Rules can set pictures from any address.
    `img-src 'self' ${origin} data: blob: https: http:`,
    `media-src 'self' ${origin} blob:`,
    `connect-src 'self' ${origin} ${[...trackers].join(" ")}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites.length === 0 ? "*" : sites.map((site) => `${site}:* *.${site}:*`).join(" ")}`,
  ].join("; ");
}

const socketOrigin = (url: string) => new URL(url).origin.replace(/^http/, "ws");
