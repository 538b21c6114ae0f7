import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { AppError } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { IMMUTABLE } from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";

const Params = z.object({ uuid: UUID });
/** Names that a bundler gave a hash. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+(?:\.(?:br|gz))?$/;
const HOME = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shoal</title><p>Videos are delivered from here.</p></html>
`;

export interface EmbedRoutesOptions {
  playerDir: string;
  publicUrl: string;
}

/** The player page (`/embed/{uuid}`, `/v/{uuid}`), its files (`/player/*`), and what a stranger finds at the root. */
export async function registerEmbedRoutes(app: FastifyInstance, options: EmbedRoutesOptions): Promise<void> {
  const policy = contentSecurityPolicy(options.publicUrl);
  for (const path of ["/embed/:uuid", "/v/:uuid"])
    app.get(path, async (req, reply) => {
      parseOrRefuse(Params, req.params);
      return sendPlayer(reply, options.playerDir, policy);
    });
  await app.register(fastifyStatic, {
    preCompressed: true,
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

async function sendPlayer(reply: FastifyReply, playerDir: string, policy: string): Promise<FastifyReply> {
  const page = await readFile(join(playerDir, "index.html")).catch((cause: unknown) => {
    throw new AppError("unavailable", `The player is not built: ${String(cause)}`);
  });
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
