import { AppError, type FieldError, MAX_BANK_FILE_BYTES, type RouteSpec, routes } from "@shoal/contract";
import { contentDisposition, formatSizeLimit } from "@shoal/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { BankDetailsService, SentBankDetails } from "./bank-details.service.ts";

const MAX_NAME_LENGTH = 255;

export function registerBankDetailsRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  bank: BankDetailsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getBankDetails: ({ actor, params }) => bank.getState(actor, params.id),
    saveBankDetails: async ({ actor, request, params }) => {
      const name = await bank.getClientName(actor, params.id);
      const state = await bank.save(actor, params.id, await readSent(request));
      const target = state.details?.maskedIban ?? "";
      describeCall(request, { target, client: { uuid: params.id, name } });
      return state;
    },
    deleteBankDetails: async ({ actor, request, params }) => {
      const name = await bank.getClientName(actor, params.id);
      const state = await bank.remove(actor, params.id);
      describeCall(request, { client: { uuid: params.id, name } });
      return state;
    },
    revealIban: ({ actor, request, params }) =>
      bank.revealIban({
        actor,
        clientUuid: params.id,
        address: request.ip,
        call: callNameOf(routes.revealIban),
      }),
    downloadBankFile: async ({ actor, request, params, reply }) => {
      const { name, type, bytes } = await bank.openFile({
        actor,
        clientUuid: params.id,
        address: request.ip,
        call: callNameOf(routes.downloadBankFile),
      });
      void reply.headers({
        "content-type": type,
        "content-disposition": contentDisposition(name),
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "private, no-store",
      });
      return bytes as never;
    },
  });
}

/** Returns the type under which the log records the call. */
const callNameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;

/** Reads the upload. @throws AppError "bad_request" with the fields, "file_too_large" or "unsupported_media_type". */
async function readSent(request: FastifyRequest): Promise<SentBankDetails> {
  const { file: field, fields: schema } = routes.saveBankDetails.multipart;
  const limits = { fileSize: MAX_BANK_FILE_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, field, limits).catch((error: unknown) => {
    if (!isFileTooLarge(error)) throw error;
    throw new AppError("file_too_large", `A file can be at most ${formatSizeLimit(MAX_BANK_FILE_BYTES)}`);
  });
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as z.output<typeof schema>;
  if (!file) faults.push({ path: field, reason: "is missing" });
  if (!file || faults.length > 0)
    throw new AppError("bad_request", faults[0]?.reason ?? "Some fields are not valid", faults);
  // The body's memory is reused for other calls once this call has finished.
  return { ...parsed, file: { name: nameOf(file.filename), bytes: file.bytes } };
}

/** Returns the name of a file for display, without its path, and with letters, digits and punctuation only. */
const nameOf = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? "").replace(/\p{C}/gu, "").toWellFormed().trim().slice(0, MAX_NAME_LENGTH) ||
  "file";
