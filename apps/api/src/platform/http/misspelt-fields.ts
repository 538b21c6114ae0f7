import { GUARDED_FIELDS, NO_MISSPELLINGS } from "@shoal/contract";
import { distance } from "fastest-levenshtein";
import { z } from "zod";

/** The length from which names may differ in two letters. */
const LONG_NAME_LETTERS = 8;
/** Maximum length of an unknown name: longer ones resemble none of ours. */
const MAX_NAME_LENGTH = 40;

const guardedFieldsCache = new WeakMap<z.ZodType, readonly string[]>();

/**
 * Returns the guarded field that a caller probably meant by an unknown name. Ignores case, `_` and `-`, and tolerates a letter that
 * is wrong, missing or superfluous, or two swapped letters. In names of eight or more letters, two such errors are tolerated.
 * @param path where the unknown field is in the request, such as `videos.0.isPasword`
 * @returns undefined if the schema has no similar guarded field
 * @example suggestField(routes.createVideo.body, "isPasword") // "isPassword"
 */
export function suggestField(schema: z.ZodType, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (name.length > MAX_NAME_LENGTH || GUARDED_FIELDS.has(name) || NO_MISSPELLINGS.has(name))
    return undefined;
  const sent = lettersOf(name);
  let nearest: { field: string; changes: number } | undefined;
  for (const field of guardedFieldsOf(schema)) {
    const letters = lettersOf(field);
    const changes = distance(sent, letters);
    if (isSimilar(sent, letters, changes) && changes < (nearest?.changes ?? Number.POSITIVE_INFINITY))
      nearest = { field, changes };
  }
  return nearest?.field;
}

const lettersOf = (name: string) => name.replace(/[_\-\s]/g, "").toLowerCase();

const isSimilar = (sent: string, field: string, changes: number) =>
  changes <= 1 ||
  (changes === 2 && (field.length >= LONG_NAME_LETTERS || sortLetters(sent) === sortLetters(field)));

/** If two edits keep all letters, two of them were swapped. */
const sortLetters = (letters: string) => [...letters].sort().join("");

/** Returns the guarded fields at any depth of the schema. */
function guardedFieldsOf(schema: z.ZodType): readonly string[] {
  const known = guardedFieldsCache.get(schema);
  if (known) return known;
  const found = new Set<string>();
  collectFields(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), found);
  const guarded = [...GUARDED_FIELDS].filter((field) => found.has(field));
  guardedFieldsCache.set(schema, guarded);
  return guarded;
}

/** Adds the names of all fields that a JSON schema describes. */
export function collectFields(schema: unknown, found: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties } = schema as { properties?: unknown };
  if (typeof properties === "object" && properties !== null)
    for (const name of Object.keys(properties)) found.add(name);
  for (const inner of Object.values(schema)) collectFields(inner, found);
}
