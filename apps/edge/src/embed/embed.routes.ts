import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { AppError } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { IMMUTABLE } from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import { addSharing, registerOembed, type ShareOptions } from "./share.routes.ts";

const Params = z.object({ uuid: UUID });
/** Names that a bundler gave a hash. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const HOME = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shoal</title><p>Videos are delivered from here.</p></html>
`;

export interface EmbedRoutesOptions extends ShareOptions {
  playerDir: string;
}

/** The player page (`/embed/{uuid}`, `/v/{uuid}`), its files (`/player/*`), and what a stranger finds at the root. */
export async function registerEmbedRoutes(app: FastifyInstance, options: EmbedRoutesOptions): Promise<void> {
  const policy = contentSecurityPolicy(options.publicUrl);
  app.get("/embed/:uuid", async (req, reply) => {
    parseOrRefuse(Params, req.params);
    return sendPlayer(reply, await readPlayer(options.playerDir), policy);
  });
  app.get("/v/:uuid", async (req, reply) => {
    const { uuid } = parseOrRefuse(Params, req.params);
    return sendPlayer(reply, await addSharing(await readPlayer(options.playerDir), uuid, options), policy);
  });
  registerOembed(app, options);
  await app.register(fastifyStatic, {
    root: options.playerDir,
    prefix: "/player/",
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", HASHED.test(path) ? IMMUTABLE : "public, max-age=300");
    },
  });
  app.get("/", async (_, reply) => reply.type("text/html; charset=utf-8").send(HOME));
  app.get("/robots.txt", async (_, reply) =>
    reply.type("text/plain").send("User-agent: *\nDisallow: /m/\nDisallow: /play/\n"),
  );
}

function readPlayer(playerDir: string): Promise<string> {
  return readFile(join(playerDir, "index.html"), "utf8").catch((cause: unknown) => {
    throw new AppError("unavailable", `The player is not built: ${String(cause)}`);
  });
}

function sendPlayer(reply: FastifyReply, page: string, policy: string): FastifyReply {
  reply.header("content-security-policy", policy).header("cache-control", "no-cache");
  return reply.type("text/html; charset=utf-8").send(page);
}

/** Scripts only from here and none inline; any site may frame the player. Blobs: media sources and hls.js's worker. */
function contentSecurityPolicy(publicUrl: string): string {
  const origin = new URL(publicUrl).origin;
  const socket = origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' ${origin} data: blob:`,
    `media-src 'self' ${origin} blob:`,
    `connect-src 'self' ${origin} ${socket}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}
