import type { RouteSpec } from "@shoal/contract";
import { z } from "zod";

/** The part of JSON Schema that the samples are generated from. */
export interface JsonSchema {
  /** Several if null is accepted in addition to a plain type. */
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** The schema of the items; false after complete `prefixItems`. */
  items?: JsonSchema | false;
  /** The items of a tuple. */
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  required?: string[];
  additionalProperties?: false | JsonSchema;
}

export type FieldPath = readonly (string | number)[];

/** Where in a request a value travels. It is sent as text everywhere except in the body. */
export const REQUEST_PARTS = ["params", "query", "body", "fields"] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** Returns the schemas of the parts that a route accepts; `fields` are those of a multipart body. */
export function schemasOf(route: RouteSpec): Partial<Record<RequestPart, JsonSchema>> {
  const { params, query, body, multipart } = route;
  const parts = { params, query, body, fields: multipart?.fields };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, schema]) => (schema ? [[part, inputOf(schema)]] : [])),
  );
}

const inputOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    // Discriminated unions, which are treated like other unions.
    override: ({ jsonSchema }) => {
      const { oneOf, ...rest } = jsonSchema;
      if (!oneOf) return;
      delete jsonSchema.oneOf;
      Object.assign(jsonSchema, rest, { anyOf: oneOf });
    },
  }) as JsonSchema;

/** Returns the JSON type of a value. @example jsonTypeOf([]) // "array" */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Returns the JSON types that a schema accepts. */
export function typesOf(schema: JsonSchema): Set<string> {
  if (schema.anyOf) return new Set(schema.anyOf.flatMap((branch) => [...typesOf(branch)]));
  if (schema.type) return new Set([schema.type].flat().map((type) => (type === "integer" ? "number" : type)));
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return new Set(values.map(jsonTypeOf));
}

/** Returns whether a schema is a string of free text. */
export const isFreeText = (schema: JsonSchema): boolean =>
  schema.type === "string" &&
  schema.enum === undefined &&
  schema.const === undefined &&
  schema.pattern === undefined &&
  schema.format === undefined;
