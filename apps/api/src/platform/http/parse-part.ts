import type { FieldError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { callerLanguage } from "./caller-language.ts";
import { MAX_FIELDS_REPORTED } from "./errors.ts";
import { parseOptionsFor } from "./field-reasons.ts";
import { suggestField } from "./misspelt-fields.ts";
import { readLeniently } from "./read-leniently.ts";
import { insideUnions } from "./union-faults.ts";
import { recordUnknownFields } from "./unknown-fields.ts";

const MAX_PATH_LENGTH = 200;

/**
 * Parses a part of a call (path parameters, query, body or multipart fields) with its schema: strictly, or leniently for calls of
 * the old API. Even there, misspelt fields that decide access or dates are rejected.
 * @returns undefined without a schema, or if a field is invalid; invalid fields are added to `faults`, up to 100.
 */
export function parsePart(
  request: FastifyRequest,
  schema: z.ZodType | undefined,
  value: unknown,
  faults: FieldError[],
): unknown {
  if (!schema) return undefined;
  const wording = parseOptionsFor(callerLanguage(request.headers["accept-language"]));
  if (!request.routeOptions.config.contract?.isOldCall)
    return unwrapResult(schema.safeParse(value, wording), faults);
  const { result, unknownFields } = readLeniently(schema, value, wording);
  if (unknownFields.length > 0) recordUnknownFields(request, unknownFields);
  const misspelt = misspeltOf(schema, unknownFields);
  faults.push(...misspelt.slice(0, MAX_FIELDS_REPORTED - faults.length));
  const taken = unwrapResult(result, faults);
  return misspelt.length > 0 ? undefined : taken;
}

/** Reports unknown fields that were meant to restrict access: if they were dropped, access would silently stay open. */
const misspeltOf = (schema: z.ZodType, unknownFields: readonly string[]): FieldError[] =>
  unknownFields.flatMap((path) => {
    const meant = suggestField(schema, path);
    if (meant === undefined) return [];
    return [{ path: path.slice(0, MAX_PATH_LENGTH), reason: `is not a known field: did you mean ${meant}?` }];
  });

function unwrapResult(result: z.ZodSafeParseResult<unknown>, faults: FieldError[]): unknown {
  if (result.success) return result.data;
  for (const issue of insideUnions(result.error.issues)) {
    for (const fault of faultsOf(issue)) {
      if (faults.length === MAX_FIELDS_REPORTED) return undefined;
      faults.push(fault);
    }
  }
  return undefined;
}

/** Reports each unknown field rather than the object that contains it. */
function* faultsOf(issue: z.core.$ZodIssue): Generator<FieldError> {
  if (issue.code !== "unrecognized_keys") {
    yield { path: pathOf(issue.path), reason: issue.message };
    return;
  }
  for (const key of issue.keys) yield { path: pathOf([...issue.path, key]), reason: "is not a known field" };
}

/** A made-up field name can be as long as the body. */
const pathOf = (path: readonly PropertyKey[]) => path.join(".").slice(0, MAX_PATH_LENGTH) || "body";
