import { AppError, type FieldError, MAX_CHAPTERS_FILE_BYTES, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ChaptersService } from "./chapters.service.ts";

const CONTENT_TYPES = { vtt: "text/vtt", txt: "text/plain", csv: "text/csv" } as const;

export function registerChapterRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  chapters: ChaptersService,
): void {
  bindRoutes(app, guardFor, routes, {
    setChapters: ({ actor, params, body }) => chapters.setChapters(actor, params.id, body),
    importChapters: async ({ actor, request, params, query }) =>
      chapters.importChapters(actor, params.id, await readChaptersBody(request), query.revision),
    exportChapters: async ({ actor, params, query, reply }) => {
      const { text, name } = await chapters.exportChapters(actor, params.id, query.format);
      reply
        .type(`${CONTENT_TYPES[query.format]}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "no-store");
      return text as never;
    },
  });
}

/** @throws AppError "bad_request" with the fields; a file that is too large is rejected while it is read. */
async function readChaptersBody(request: FastifyRequest): Promise<Uint8Array> {
  const { file: name, fields: schema } = routes.importChapters.multipart;
  const limits = { fileSize: MAX_CHAPTERS_FILE_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, name, limits);
  const faults: FieldError[] = [];
  parsePart(request, schema, fields, faults);
  if (!file) faults.push({ path: name, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return file.bytes;
}
