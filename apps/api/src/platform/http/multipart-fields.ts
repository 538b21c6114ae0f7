import "@fastify/multipart";
import { AppError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { bodyOf } from "./buffered-bodies.ts";

const MULTIPART_LIMITS = { fields: 100, fieldSize: 100_000, files: 1, fileSize: 1 };

/**
 * Converts a multipart body to what it would be as JSON: each field is its text or, if the schema does not accept that text, the
 * JSON value it contains.
 * @throws AppError "bad_request" for a body that is interrupted, contains a file or is too large; "sending_too_much".
 */
export async function readFields(
  request: FastifyRequest,
  schema: z.ZodType | undefined,
): Promise<Record<string, unknown>> {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields: Record<string, unknown> = {};
  const body = bodyOf(request);
  try {
    for await (const part of request.parts({ limits: MULTIPART_LIMITS })) {
      if (part.type === "file")
        throw new AppError("bad_request", "Files are sent in chunks", [fileFault(part.fieldname)]);
      const text = String(part.value);
      body?.append(Buffer.from(text));
      fields[part.fieldname] = parsedValue(text, shape[part.fieldname]);
    }
    body?.complete();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad_request", "The request body cannot be read", [
      { path: "body", reason: (error as Error).message },
    ]);
  }
  return fields;
}

const fileFault = (path: string) => ({ path, reason: "must not be a file" });

function parsedValue(text: string, schema: z.ZodType | undefined): unknown {
  if (!schema || schema.safeParse(text).success) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
