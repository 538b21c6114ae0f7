import { alsoAccepts, sampleOf } from "./request-samples.ts";
import {
  type FieldPath,
  isFreeText,
  type JsonSchema,
  jsonTypeOf,
  type RequestPart,
  typesOf,
} from "./request-schemas.ts";

/** One invalid value in a part of a request, and the field that the rejection must name. */
export interface InvalidValue {
  name: string;
  path: FieldPath;
  /** The replaced value, if it is not the field itself but a containing one. */
  at?: FieldPath;
  /** The invalid value; undefined leaves the field out. */
  value: unknown;
}

interface FieldLocation {
  /** Whether the value travels as text, so that a number is sent as its digits. */
  isText: boolean;
  part: RequestPart;
  path: FieldPath;
}

const ONE_OF_EACH_TYPE: readonly unknown[] = [null, true, 7, "text", [], {}];
/** Values that are not numbers but could be coerced to one. */
const NO_NUMBERS = ["text", "", " ", "true", "null", "1e3", "0x10", "1,5", "Infinity", "NaN"];
/** Texts that cannot be stored: PostgreSQL rejects NUL in text, and UTF-8 cannot encode half of a surrogate pair. */
const UNWRITABLE_TEXTS = [
  ["a NUL", "some text\0 and more"],
  ["half a surrogate pair", "some text \ud83d and more"],
] as const;
/** A pattern that backtracks from each letter would take far too long on this text. */
const HUGE_TEXT = "a".repeat(250_000);
/** A text longer than any valid address. */
const LONG_TEXT = "a".repeat(5_000);

/** Returns all invalid values that follow from a schema, one at a time. */
export function invalidValuesOf(schema: JsonSchema, part: RequestPart): InvalidValue[] {
  return [...invalidValuesAt(schema, { isText: part !== "body", part, path: [] })].filter(
    // An address always has its parameters, and a query is always a list of fields.
    ({ path, value }) => part === "body" || (path.length > 0 && !(part === "params" && isLeftOut(value))),
  );
}

const isLeftOut = (value: unknown) => value === undefined || value === "";

function* invalidValuesAt(schema: JsonSchema, place: FieldLocation): Generator<InvalidValue> {
  yield* wrongTypes(schema, place);
  if (schema.enum || schema.const !== undefined) {
    if (typesOf(schema).has("string"))
      yield { name: "an unknown word", path: place.path, value: "no such word" };
    return;
  }
  if (schema.anyOf) {
    if (typesOf(schema).has("string")) yield* badTexts(place);
    const isSeveral = schema.anyOf.filter(({ type }) => type === "object").length > 1;
    for (const branch of schema.anyOf)
      yield* isSeveral && branch.type === "object"
        ? invalidInsideKind(branch, place)
        : invalidInsideBranch(branch, place);
  } else yield* invalidValuesInside(schema, place);
}

function invalidValuesInside(schema: JsonSchema, place: FieldLocation): Iterable<InvalidValue> {
  switch (schema.type) {
    case "string":
      return wrongTexts(schema, place);
    case "number":
    case "integer":
      return wrongNumbers(schema, place);
    case "array":
      return wrongArrays(schema, place);
    case "object":
      return wrongObjects(schema, place);
    default:
      return [];
  }
}

/** Lists the errors within one type of a value of several types. */
const invalidInsideBranch = (branch: JsonSchema, place: FieldLocation): Iterable<InvalidValue> =>
  branch.const !== undefined || branch.enum || branch.type === "string" || branch.type === "null"
    ? []
    : invalidValuesInside(branch, place);

/** Lists objects of one type of a union with one invalid field each. */
function* invalidInsideKind(branch: JsonSchema, place: FieldLocation): Generator<InvalidValue> {
  const { path } = place;
  for (const damage of invalidValuesInside(branch, place))
    yield { ...damage, at: path, value: insideContainer(sampleOf(branch, "least", path), damage, path) };
}

function* wrongTypes(schema: JsonSchema, { isText, path }: FieldLocation): Generator<InvalidValue> {
  const accepted = typesOf(schema);
  if (accepted.size === 0 || (isText && accepted.has("string"))) return;
  if (isText && accepted.has("number"))
    for (const value of NO_NUMBERS) yield { name: `no number: ${JSON.stringify(value)}`, path, value };
  else
    for (const value of ONE_OF_EACH_TYPE)
      if (!accepted.has(jsonTypeOf(value)) && !alsoAccepts(path, value))
        yield { name: `of type ${jsonTypeOf(value)}`, path, value };
}

function* wrongTexts(schema: JsonSchema, place: FieldLocation): Generator<InvalidValue> {
  const { path } = place;
  const { minLength = 0, maxLength } = schema;
  if (minLength > 0) yield { name: "empty", path, value: "" };
  if (minLength > 1) yield { name: "too short", path, value: "a".repeat(minLength - 1) };
  if (maxLength !== undefined) yield { name: "too long", path, value: "a".repeat(maxLength + 1) };
  if (!isFreeText(schema)) yield { name: "of another form", path, value: "<b>no such form</b>" };
  yield* badTexts(place);
}

/** Yields invalid texts. */
function* badTexts({ isText, part, path }: FieldLocation): Generator<InvalidValue> {
  yield { name: "endless", path, value: part === "body" ? HUGE_TEXT : LONG_TEXT };
  // An address cannot contain half a surrogate pair.
  for (const [what, value] of UNWRITABLE_TEXTS.slice(0, isText ? 1 : 2))
    yield { name: `with ${what}`, path, value };
}

function* wrongNumbers(schema: JsonSchema, { path }: FieldLocation): Generator<InvalidValue> {
  const { minimum, maximum } = schema;
  if (schema.type === "integer") yield { name: "no integer", path, value: Math.max(minimum ?? 0, 0) + 0.5 };
  if (minimum !== undefined) yield { name: "too small", path, value: minimum - 1 };
  if (maximum !== undefined) yield { name: "too large", path, value: maximum + 1 };
}

function* wrongArrays(schema: JsonSchema, { isText, part, path }: FieldLocation): Generator<InvalidValue> {
  if (schema.prefixItems) {
    yield* wrongTuples(schema.prefixItems, { isText, part, path });
    return;
  }
  const { minItems = 0, maxItems } = schema;
  const items = schema.items || {};
  const itemPath = [...path, 0];
  const item = () => sampleOf(items, "least", itemPath);
  if (minItems > 0) yield { name: "too few", path, value: [] };
  if (maxItems !== undefined && !(isText && maxItems > 100))
    yield { name: "too many", path, value: Array.from({ length: maxItems + 1 }, item) };
  for (const damage of invalidValuesAt(items, { isText: false, part, path: itemPath }))
    yield { ...damage, at: path, value: [insideContainer(item(), damage, itemPath)] };
}

function* wrongTuples(items: readonly JsonSchema[], { part, path }: FieldLocation): Generator<InvalidValue> {
  const tuple = items.map((item, index) => sampleOf(item, "least", [...path, index]));
  yield { name: "too few", path, value: tuple.slice(0, -1) };
  yield { name: "too many", path, value: [...tuple, tuple.at(-1)] };
  for (const [index, item] of items.entries())
    for (const damage of invalidValuesAt(item, { isText: false, part, path: [...path, index] }))
      yield { ...damage, at: path, value: insideContainer(tuple, damage, path) };
}

/** Damages the sample of the value at a path. */
const insideContainer = (sample: unknown, { at, path, value }: InvalidValue, samplePath: FieldPath) =>
  withValue(sample, (at ?? path).slice(samplePath.length), value);

/** Damages one field of an object and keeps the others, which the sample may lack. */
function* invalidValuesOfField(field: JsonSchema, place: FieldLocation): Generator<InvalidValue> {
  const { path } = place;
  const isWhole = field.type !== "object" || (field.required ?? []).length === 0 || place.isText;
  for (const damage of invalidValuesAt(field, place))
    yield isWhole || path.length === 1
      ? damage
      : { ...damage, at: path, value: insideContainer(sampleOf(field, "least", path), damage, path) };
}

const UNEXPECTED_VALUES: Record<RequestPart, readonly string[]> = {
  params: [],
  query: ["unexpected", "constructor", "toString"],
  body: ["unexpected", "constructor", "toString"],
  fields: ["unexpected"],
};

function* wrongObjects(schema: JsonSchema, { isText, part, path }: FieldLocation): Generator<InvalidValue> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  for (const name of required) yield { name: "left out", path: [...path, name], value: undefined };
  for (const [name, field] of Object.entries(properties))
    yield* invalidValuesOfField(field, { isText: isText && path.length === 0, part, path: [...path, name] });
  if (additionalProperties === false)
    for (const name of UNEXPECTED_VALUES[part])
      yield { name: "unexpected", path: [...path, name], value: "text" };
  if (propertyNames?.enum) yield { name: "unexpected", path: [...path, "unexpected"], value: 1 };
}

/**
 * Returns a copy of a value with another value at a path; missing parents are created.
 * @param value undefined removes the field.
 */
export function withValue(whole: unknown, [head, ...rest]: FieldPath, value: unknown): unknown {
  if (head === undefined) return value;
  if (typeof head === "number") {
    const items = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    items[head] = withValue(items[head], rest, value);
    return items;
  }
  const fields = jsonTypeOf(whole) === "object" ? { ...(whole as Record<string, unknown>) } : {};
  const inner = withValue(fields[head], rest, value);
  // A name like "constructor" must become an own property.
  Object.defineProperty(fields, head, { value: inner, enumerable: true, configurable: true, writable: true });
  if (inner === undefined) delete fields[head];
  return fields;
}

/** Valid texts that do harm if they are not treated as data. */
export const HOSTILE_TEXTS = [
  "'; DROP TABLE users; --",
  '" OR ""="',
  "%_\\%' || pg_sleep(9) || '",
  "<img src=x onerror=alert(1)>",
  "../../../../etc/passwd",
  "..%2f..%2f%00",
  "\u202egnp.exe\u200b\ufeff",
  "{{7*7}}$(id)`id`",
  "=cmd|' /C calc'!A0",
  "first\r\nsecond: line",
  "𝕿𝖊𝖝𝖙 👩‍👩‍👧‍👦 Ω",
  "[]",
  "{}",
  "null",
] as const;

/** Returns the free-text fields of a part, by path. */
export function freeTextsOf(
  schema: JsonSchema,
  path: FieldPath = [],
): { path: FieldPath; schema: JsonSchema }[] {
  if (isFreeText(schema)) return [{ path, schema }];
  if (schema.items) return freeTextsOf(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    freeTextsOf(field, [...path, name]),
  );
}

/** Truncates or pads a string to the length that a field allows. */
export const fitText = (text: string, { minLength = 0, maxLength = 300 }: JsonSchema): string =>
  [...text.padEnd(minLength, "a")].slice(0, maxLength).join("");

const ODD_DATES = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2024-02-29T00:00:00+23:59"];

/** Lists values that a schema accepts and that are at the limits of what a database can store. */
export function edgesOf(schema: JsonSchema, path: FieldPath = []): InvalidValue[] {
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => edgesOf(branch, path));
  if (schema.format === "date-time") return ODD_DATES.map((value) => ({ name: "an odd date", path, value }));
  if (schema.type === "number" || schema.type === "integer")
    return [schema.minimum, schema.maximum].flatMap((value) =>
      value === undefined ? [] : [{ name: "at its edge", path, value }],
    );
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => edgesOf(field, [...path, name]));
}
