import { z } from "zod";
import { insideUnions } from "./union-faults.ts";

/** Maximum rounds of corrections: errors inside a union become visible only once errors outside it are fixed. */
const MAX_ROUNDS = 6;
/** A body from an older client has fewer errors than this; each unknown field is one. */
const MAX_FAULTS = 1_000;

type ObjectOrList = Record<PropertyKey, unknown>;
/** The sent value; only repaired parts are copied, so it stays unchanged at any depth. */
interface InputDraft {
  root: ObjectOrList;
  copied: WeakSet<object>;
}
type ValuePath = readonly PropertyKey[];
type ParseParams = Parameters<z.ZodType["safeParse"]>[1];

export interface LenientReading<T> {
  /** The schema's result for the corrected value, or its remaining errors. */
  result: z.ZodSafeParseResult<T>;
  /** Unknown fields that were dropped, with their paths, such as `videos.0.colour`. */
  unknownFields: string[];
}

/**
 * Parses input from clients of the old API. Changes only what the schema rejects: drops unknown fields, treats empty texts, lists
 * and nulls as missing, and accepts text for numbers and flags. A value that is still invalid is reported as it was sent.
 * @example readLeniently(z.strictObject({ page: z.number().optional() }), { page: "2", old: 1 })
 * // { result: { success: true, data: { page: 2 } }, unknownFields: ["old"] }
 */
export function readLeniently<T>(
  schema: z.ZodType<T>,
  sent: unknown,
  params?: ParseParams,
): LenientReading<T> {
  const unknownFields: string[] = [];
  const strict = schema.safeParse(sent, params);
  if (strict.success || countFaults(strict.error.issues) > MAX_FAULTS)
    return { result: strict, unknownFields };
  const draft: InputDraft = { root: { value: sent }, copied: new WeakSet() };
  let result: z.ZodSafeParseResult<T> = strict;
  for (let round = 0; round < MAX_ROUNDS && !result.success; round++) {
    // Errors are handled in reverse order, so that removing list items does not shift items handled later.
    const mended = insideUnions(result.error.issues)
      .toReversed()
      .map((issue) => correctIssue(draft, issue, unknownFields));
    if (!mended.includes(true)) break;
    result = schema.safeParse(draft.root.value, params);
  }
  if (result.success) return { result, unknownFields };
  const reported = restoreSentFaults(insideUnions(result.error.issues), insideUnions(strict.error.issues));
  const error = new z.ZodError(reported) as z.ZodError<T>;
  return { result: { success: false, error }, unknownFields };
}

const countFaults = (issues: readonly z.core.$ZodIssue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1), 0);

/** A required value that counts as missing is reported as it was sent: "too short", not "is missing". */
function restoreSentFaults(
  issues: z.core.$ZodIssue[],
  sent: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  const wrong = sent.filter(({ code }) => code !== "unrecognized_keys");
  const reported = issues.flatMap((issue) => {
    const before = wrong.filter(({ path }) => keyOf(path) === keyOf(issue.path));
    if (before.length > 0) return before;
    // The items of this list were all dropped: their own errors say more.
    const within = wrong.filter(({ path }) => isWithin(path, issue.path));
    return within.length > 0 ? within : [issue];
  });
  return [...new Set(reported)];
}

const isWithin = (path: ValuePath, outer: ValuePath) =>
  path.length > outer.length && outer.every((key, index) => path[index] === key);
const keyOf = (path: ValuePath) => path.join("\n");

function correctIssue(draft: InputDraft, issue: z.core.$ZodIssue, unknownFields: string[]): boolean {
  if (issue.code === "unrecognized_keys") return dropUnknown(draft, issue, unknownFields);
  const path = ["value", ...issue.path];
  const holder = holderOf(draft, path.slice(0, -1));
  const key = path.at(-1);
  if (holder === undefined || key === undefined) return false;
  if (!Object.hasOwn(holder, key)) return dropEmptyItem(draft, path.slice(0, -1));
  if (isNothing(holder[key])) return dropProperty(holder, key);
  const plain = plainValueOf(holder[key], issue);
  if (plain === undefined) return false;
  holder[key] = plain;
  return true;
}

function dropUnknown(
  draft: InputDraft,
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  unknownFields: string[],
): boolean {
  const holder = holderOf(draft, ["value", ...path]);
  if (!holder) return false;
  for (const key of keys) {
    delete holder[key];
    unknownFields.push([...path, key].join("."));
  }
  return true;
}

/**
 * Returns the object or list at a path of the draft. A string that contains JSON, such as a filter in the URL, is replaced by its
 * value.
 */
function holderOf({ root, copied }: InputDraft, path: ValuePath): ObjectOrList | undefined {
  let holder = root;
  for (const key of path) {
    const value = typeof holder[key] === "string" ? parseJsonText(holder[key]) : holder[key];
    if (typeof value !== "object" || value === null) return undefined;
    const own = copied.has(value) ? value : Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    copied.add(own);
    holder[key] = own;
    holder = own as ObjectOrList;
  }
  return holder;
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isNothing = (value: unknown) =>
  value === "" || value === null || (Array.isArray(value) && value.length === 0);

/** Removes a property, or a list item together with its position, so that a list of empty items becomes empty. */
function dropProperty(holder: ObjectOrList, key: PropertyKey): boolean {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}

/** Drops an item if it is empty, since `[{}]` means the same as `[]`. */
function dropEmptyItem(draft: InputDraft, path: ValuePath): boolean {
  const list = holderOf(draft, path.slice(0, -1));
  const key = path.at(-1);
  if (!Array.isArray(list) || key === undefined || key === "value") return false;
  const item = (list as unknown as ObjectOrList)[key];
  const isEmpty = typeof item === "object" && item !== null && Object.keys(item).length === 0;
  return isEmpty && dropProperty(list as unknown as ObjectOrList, key);
}

const FLAG_TEXTS: Record<string, boolean> = { true: true, false: false, "1": true, "0": false };

/** Converts a number or flag sent as text, or a flag sent as 0 or 1; undefined for anything else. */
function plainValueOf(value: unknown, issue: z.core.$ZodIssue): number | boolean | undefined {
  const isFlagWanted = issue.code === "invalid_type" && issue.expected === "boolean";
  if (isFlagWanted) return FLAG_TEXTS[String(value)];
  const isNumber = typeof value === "string" && /^-?\d{1,16}(\.\d{1,9})?$/.test(value);
  return isNumber ? Number(value) : undefined;
}
