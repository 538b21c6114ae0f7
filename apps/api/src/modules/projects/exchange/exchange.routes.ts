import { AppError, type FieldError, MAX_COMMENT_IMPORT_BYTES, routes } from "@shoal/contract";
import { contentDisposition, formatSizeLimit } from "@shoal/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { callerLanguage } from "../../../platform/http/caller-language.ts";
import { disconnectSignal } from "../../../platform/http/disconnect-signal.ts";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { runLongTask } from "../../../platform/long-tasks.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ExchangeService, SentComments } from "./exchange.service.ts";
import { formatOfName } from "./read-file.ts";

export function registerExchangeRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  exchange: ExchangeService,
): void {
  bindRoutes(app, guardFor, routes, {
    exportComments: async ({ actor, params, query, request, reply }) => {
      const { language = callerLanguage(request.headers["accept-language"]) } = query;
      const write = () =>
        exchange.exportComments(actor, params, { ...query, language }, disconnectSignal(reply));
      // A PDF spends most of its time waiting for frames.
      const { name, mediaType, content } = await (query.format === "pdf"
        ? write()
        : runLongTask(actor.clientUuid, write));
      void reply.headers({
        "content-type": mediaType,
        "content-disposition": contentDisposition(name),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      return content as never;
    },
    checkCommentImport: async ({ actor, params, request }) => {
      await exchange.assertMayImport(actor, params);
      const sent = await readSent(request);
      return runLongTask(actor.clientUuid, () => exchange.checkImport(actor, params, sent));
    },
    importComments: async ({ actor, params, request }) => {
      await exchange.assertMayImport(actor, params);
      const sent = await readSent(request);
      return runLongTask(actor.clientUuid, () => exchange.importComments(actor, params, sent));
    },
  });
}

type ImportFields = z.output<(typeof routes.importComments.multipart)["fields"]>;

/** @throws AppError "bad_request" with the fields, "comments_file_unreadable", "file_too_large" or "unsupported_media_type". */
async function readSent(request: FastifyRequest): Promise<SentComments> {
  const { file: name, fields: schema } = routes.importComments.multipart;
  const limits = { fileSize: MAX_COMMENT_IMPORT_BYTES, fields: 10, fieldSize: 100 };
  const { fields, file } = await readFileBody(request, name, limits).catch((error: unknown) => {
    if (!isFileTooLarge(error)) throw error;
    throw new AppError(
      "file_too_large",
      `A file can be at most ${formatSizeLimit(MAX_COMMENT_IMPORT_BYTES)}`,
    );
  });
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as ImportFields;
  if (!file) faults.push({ path: name, reason: "is missing" });
  if (!file || faults.length > 0)
    throw new AppError("bad_request", faults[0]?.reason ?? "Some fields are not valid", faults);
  const format = parsed.format ?? formatOfName(file.filename);
  if (!format) {
    const reason = "is not an .edl, .csv or .otio file";
    throw new AppError("comments_file_unreadable", reason, [{ path: name, reason }]);
  }
  return {
    format,
    text: new TextDecoder().decode(file.bytes),
    isRateConverted: parsed.convertRate === "true",
    isInternal: parsed.isInternal === "true",
  };
}
