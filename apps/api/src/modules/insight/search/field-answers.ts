import type { FieldCapsAnswer, MappingAnswer } from "@shoal/contract";
import { malformedError } from "./search-error.ts";
import { FIELD_NAMES, type FieldKind, fieldKind, matchesStars } from "./search-fields.ts";
import { requireFields } from "./search-values.ts";

/** The types of fields, as Elasticsearch names them. */
const ELASTIC_TYPES: Record<FieldKind, string> = { text: "keyword", number: "double", date: "date" };
const typeOf = (name: string): string => ELASTIC_TYPES[fieldKind(name) ?? "text"];

/** Returns the fields of indices. @param indices the names of the indices. */
export function presentMapping(indices: readonly string[]): MappingAnswer {
  const properties = Object.fromEntries(FIELD_NAMES.map((name) => [name, { type: typeOf(name) }]));
  return Object.fromEntries(indices.map((index) => [index, { mappings: { properties } }]));
}

/**
 * Returns the capabilities of fields.
 * @param patterns names of fields, where * matches any letters; unknown fields are left out.
 */
export function presentFieldCaps(indices: readonly string[], patterns: readonly string[]): FieldCapsAnswer {
  const names = FIELD_NAMES.filter((name) => patterns.some((pattern) => matchesStars(name, pattern)));
  return {
    indices: [...indices],
    fields: Object.fromEntries(
      names.map((name) => {
        const type = typeOf(name);
        return [name, { [type]: { type, metadata_field: false, searchable: true, aggregatable: true } }];
      }),
    ),
  };
}

const MAX_PATTERNS = 1_000;

/**
 * Reads the fields requested by a call, from its URL or body.
 * @throws SearchError if there are no fields, or if they are not a list of names.
 */
export function readPatterns(body: unknown, inAddress: string | undefined): string[] {
  const { fields = inAddress } = requireFields(body, "", ["fields"], "parameter");
  const given = typeof fields === "string" ? fields.split(",") : fields;
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_PATTERNS)
    throw malformedError("fields", `must be 1 to ${MAX_PATTERNS} names of fields`);
  return given.map((name) => {
    if (typeof name !== "string") throw malformedError("fields", "must be names of fields");
    return name.trim();
  });
}
