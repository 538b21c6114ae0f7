import { z } from "zod";
import { MAX_PAGE_SIZE } from "./constants.ts";
import { integerText } from "./text.ts";

/** Returns a query parameter that contains JSON. */
export const jsonParameter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.issues.push({ code: "custom", message: "is not JSON", input: value });
      return z.NEVER;
    }
  }, schema);

/** Returns the schema of `{field: 1}` (ascending) or `{field: -1}` (descending), with one field. */
export const sortBy = <const T extends readonly string[]>(fields: T) =>
  jsonParameter(
    z
      .partialRecord(z.string(), z.union([z.literal(1), z.literal(-1)]))
      .meta({ propertyNames: { type: "string", enum: [...fields] } })
      .superRefine((sort, context) => {
        // Even callers of the old API, whose unknown fields are otherwise dropped, get an error for an unsupported field.
        for (const path of Object.keys(sort).filter((field) => !fields.includes(field)))
          context.addIssue({
            code: "custom",
            path: [path],
            message: "is not a field this list can be sorted by",
          });
      })
      .refine((sort) => Object.keys(sort).length <= 1, { message: "accepts only one field" })
      .transform((sort) => sort as Partial<Record<T[number], 1 | -1>>),
  );

/** The requested page of a list; a size of 0 returns only the count. */
export const PageQuery = z.strictObject({
  page: integerText(z.number().int().min(1).max(1_000_000)).default(1),
  pagesize: integerText(z.number().int().min(0).max(MAX_PAGE_SIZE)).optional(),
});

/** Returns the schema of a page (§3): the items, and how many match in all. */
export const createPageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ _embedded: z.array(item), _size: z.number() });
