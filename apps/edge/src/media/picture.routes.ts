import { AppError } from "@shoal/contract";
import { ObjectNotFound } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { IMMUTABLE } from "../platform/headers.ts";
import { UUID } from "../platform/parse.ts";
import type { Assets } from "./assets.ts";

/** Files that a worker made; what someone uploaded has no such name. */
const Params = z.object({ uuid: UUID, file: z.string().regex(/^[0-9a-f]{32}-\d{1,5}\.(?:webp|avif)$/) });

/**
 * `GET /pictures/{uuid}/{file}`: pictures of the bank. Their names cannot be guessed and never change their bytes, so that
 * no descriptor is asked for; pages choose the format, which keeps caches simple.
 */
export function registerPictureRoutes(app: FastifyInstance, assets: Assets): void {
  app.get("/pictures/:uuid/:file", async (req, reply) => {
    const params = Params.safeParse(req.params);
    if (!params.success) throw notThere();
    const { uuid, file } = params.data;
    try {
      return await assets.send(req, reply, `pictures/${uuid}/${file}`, IMMUTABLE);
    } catch (error) {
      throw error instanceof ObjectNotFound ? notThere() : error;
    }
  });
}

const notThere = () => new AppError("not_found", "No such picture");
