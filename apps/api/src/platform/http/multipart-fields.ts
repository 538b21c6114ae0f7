import "@fastify/multipart";
import { AppError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { bodyOf } from "./held-bodies.ts";

const LIMITS = { fields: 100, fieldSize: 100_000, files: 1, fileSize: 1 };

/**
 * A body that came as multipart as it would have come as JSON: a field is the text that it holds or, where the schema
 * takes no such text, the JSON value that this text writes.
 * @throws AppError "bad_request" for a body that broke off, holds a file or too much; "sending_too_much".
 */
export async function readFields(
  request: FastifyRequest,
  schema: z.ZodType | undefined,
): Promise<Record<string, unknown>> {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields: Record<string, unknown> = {};
  const body = bodyOf(request);
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === "file")
        throw new AppError("bad_request", "Files are sent in chunks", [fault(part.fieldname)]);
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

const fault = (path: string) => ({ path, reason: "must not be a file" });

function parsedValue(text: string, schema: z.ZodType | undefined): unknown {
  if (!schema || schema.safeParse(text).success) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
