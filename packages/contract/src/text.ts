import { z } from "zod";

// PostgreSQL keeps no NUL in a text, and UTF-8 has no half of a surrogate pair.
const isWritable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** What somebody types or a page sends: every text of a request starts from this one. */
export const Text = z.string().refine(isWritable, { message: "must not contain NUL or half a character" });

/**
 * A number where all is text: its digits. "", "0x10" and "1e3" are none, although they could be read as such.
 * @example digits(z.number().int().min(1)).parse("12") // 12
 */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    schema,
  );

/**
 * The same with decimals.
 * @example decimals(z.number().min(0)).parse("12.48") // 12.48
 */
export const decimals = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    schema,
  );

// PostgreSQL knows no year 0, and offsets below 16 hours alone.
const isKeepable = (text: string) => !text.startsWith("0000") && !/[+-](1[6-9]|2\d):\d\d$/.test(text);

/** A date with its time and offset, as ISO 8601 writes it. */
export const Moment = z.iso.datetime({ offset: true }).refine(isKeepable, { message: "is out of range" });
