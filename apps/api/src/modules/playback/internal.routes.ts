import { createHash, timingSafeEqual } from "node:crypto";
import {
  AppError,
  CHANGES_PATH,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  type PlaybackDescriptor,
} from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute } from "../../platform/http/bind-route.ts";
import type { LiveProgress } from "../encoding/index.ts";
import type { PlaybackChanges } from "./changes.ts";

export interface InternalDeps {
  findDescriptor: (uuid: string) => Promise<PlaybackDescriptor | undefined>;
  secret: string;
  changes: PlaybackChanges;
  progress: LiveProgress;
}

/** Calls of our own processes. A wrong secret gets the answer of an address that does not exist. */
export function registerInternalRoutes(
  app: FastifyInstance,
  { findDescriptor, secret, changes, progress }: InternalDeps,
): void {
  const expected = digest(secret);
  const guardFor = () => async (request: { headers: Record<string, unknown> }) => {
    if (!timingSafeEqual(digest(String(request.headers[INTERNAL_SECRET_HEADER] ?? "")), expected))
      throw new AppError("not_found", "There is nothing at this address");
  };
  bindRoute(app, guardFor, internalRoutes.getDescriptor, async ({ params, request, reply }) => {
    const descriptor = await findDescriptor(params.uuid);
    if (!descriptor) throw new AppError("video_not_found", "There is no such video");
    const etag = `"${descriptor.revision}"`;
    reply.header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send() as never;
    return descriptor;
  });
  bindRoute(app, guardFor, internalRoutes.reportProgress, ({ body }) => progress.report(body));
  app.get(CHANGES_PATH, { onRequest: guardFor() }, async (request, reply) => {
    const query = request.query as { cursor?: string };
    const cursor = Number(request.headers["last-event-id"] ?? query.cursor ?? Number.NaN);
    reply.hijack();
    await changes.stream(reply.raw, Number.isFinite(cursor) ? cursor : undefined);
  });
}

const digest = (text: string) => createHash("sha256").update(text).digest();
