import { z } from "zod";

// PostgreSQL cannot store NUL in text, and UTF-8 cannot encode half of a surrogate pair.
const isStorableText = (text: string) => !text.includes("\0") && text.isWellFormed();

/** The base schema of all strings in requests. */
export const Text = z
  .string()
  .refine(isStorableText, { message: "must not contain NUL or half a character" });

/** A UUID in lower case, as UUIDs are stored and compared; requests can contain it in upper case too (RFC 9562). */
export const Uuid = z.uuid().toLowerCase();

/**
 * Parses an integer from text. Rejects "", "0x10" and "1e3", which JavaScript would accept.
 * @example integerText(z.number().int().min(1)).parse("12") // 12
 */
export const integerText = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    schema,
  );

/**
 * Parses a decimal number from text.
 * @example decimalText(z.number().min(0)).parse("12.48") // 12.48
 */
export const decimalText = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    schema,
  );

// PostgreSQL has no year 0, and supports only offsets below 16 hours.
const isStorableDate = (text: string) => !text.startsWith("0000") && !/[+-](1[6-9]|2\d):\d\d$/.test(text);

/** A date with its time and offset, as ISO 8601 writes it. */
export const Moment = z.iso.datetime({ offset: true }).refine(isStorableDate, { message: "is out of range" });

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/;
/** Matches milliseconds since 1970, for years before 2286. */
const MS_SINCE_1970 = /^\d{1,13}$/;

const looseMoment = (timeOfDay: string) =>
  z.preprocess((value) => {
    if (typeof value === "number" && MS_SINCE_1970.test(`${value}`)) return new Date(value).toISOString();
    if (typeof value !== "string") return value;
    if (MS_SINCE_1970.test(value)) return new Date(Number(value)).toISOString();
    return DATE_PATTERN.test(value) ? `${value}T${timeOfDay}Z` : value;
  }, Moment);

/** A moment in ISO 8601 or in ms since 1970, or a date (YYYY-MM-DD), which means its start in UTC. */
export const LooseMoment = looseMoment("00:00:00.000");

/** A moment at the end of a period, where a date includes the whole day. */
export const LooseEnd = looseMoment("23:59:59.999");

/** A moment in ISO 8601 or in ms since 1970. Fewer than 13 digits are refused, since seconds would mean a date in 1970. */
export const MomentOrMs = z.preprocess(
  (value) =>
    (typeof value === "number" || typeof value === "string") && /^\d{13}$/.test(`${value}`)
      ? new Date(Number(value)).toISOString()
      : value,
  Moment,
);

/**
 * Returns the schema of a body whose only field can be sent without its name.
 * @example acceptBareField("download", z.strictObject({ download: z.boolean() })).parse(true) // { download: true }
 */
export const acceptBareField = <T extends z.ZodType>(field: string, schema: T) =>
  z.preprocess(
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? value : { [field]: value },
    schema,
  );
