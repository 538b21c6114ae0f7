import { AppError } from "@shoal/contract";
import { ObjectNotFound } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { IMMUTABLE_CACHE_CONTROL } from "../platform/headers.ts";
import { UUID } from "../platform/parse.ts";
import type { Assets } from "./assets.ts";

/** Matches the names of files made by a worker. Uploaded originals have other names, so they cannot be requested. */
const Params = z.object({ uuid: UUID, file: z.string().regex(/^[0-9a-f]{32}-\d{1,5}\.(?:webp|avif)$/) });

/** The name of a picture's object in the media store. */
export const pictureObjectOf = (uuid: string, file: string) => `pictures/${uuid}/${file}`;

/**
 * `GET /pictures/{uuid}/{file}`: pictures of the media library. Their names cannot be guessed and their content never changes, so
 * no descriptor is needed. Pages choose the format, which keeps caching simple.
 */
export function registerPictureRoutes(app: FastifyInstance, assets: Assets): void {
  app.get("/pictures/:uuid/:file", async (req, reply) => {
    const params = Params.safeParse(req.params);
    if (!params.success) throw createNotFoundError();
    const { uuid, file } = params.data;
    try {
      return await assets.send(req, reply, pictureObjectOf(uuid, file), IMMUTABLE_CACHE_CONTROL);
    } catch (error) {
      throw error instanceof ObjectNotFound ? createNotFoundError() : error;
    }
  });
}

const createNotFoundError = () => new AppError("not_found", "No such picture");
