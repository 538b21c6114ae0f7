import { join } from "node:path";
import * as contract from "@shoal/contract";
import { z } from "zod";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

type SchemaDirection = "input" | "output";
interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  "x-parameters"?: Record<string, JsonSchema>;
}

export const CALLS_FILE = join(REPOSITORY_ROOT, "packages/client/src/calls.ts");

/**
 * Generates the API definition in `@shoal/client`. For each call of the route table, it contains the method, the path, and the
 * types of request and response under the names that the contract uses.
 */
export function clientCallsText(): string {
  const types = new NamedTypes();
  const calls = Object.entries(contract.routes as Record<string, contract.RouteSpec>).map(([name, route]) => {
    const fields = [
      ...(route.params ? [`params: ${types.of(route.params, "input")}`] : []),
      ...queryOf(types, route),
      ...bodyOf(types, route),
      `response: ${route.response ? types.of(route.response, "output") : "undefined"}`,
    ];
    return `  /** ${route.summary.replaceAll("*/", "* /")}. */\n  ${name}: { ${fields.join("; ")} };`;
  });
  const table = Object.entries(contract.routes as Record<string, contract.RouteSpec>).map(
    ([name, route]) => `  ${name}: ${JSON.stringify(`${methodOf(route)} ${route.path}`)},`,
  );
  return `${[
    "// Made from the route table by `npm run openapi`. Do not edit.",
    "",
    "/** Method and path of each call; `POST+` creates something, once under an idempotency key. */",
    "export const PATHS = {",
    ...table,
    "} as const;",
    "",
    `export type ErrorCode = ${formatUnion(Object.keys(contract.ERRORS).map((code) => JSON.stringify(code)))};`,
    "",
    "/** Request and response types of each call. */",
    "export interface Calls {",
    ...calls,
    "}",
    "",
    ...types.declarations(),
  ].join("\n")}\n`;
}

const methodOf = (route: contract.RouteSpec) =>
  contract.takesIdempotencyKey(route) ? "POST+" : route.method;

/** Returns the declaration of a request's body, without the bytes of an upload's chunks, which `upload` sends. */
function bodyOf(types: NamedTypes, { body, multipart, isBodyLines }: contract.RouteSpec): string[] {
  if (multipart) return ["body: FormData"];
  if (isBodyLines) return ["body: string"];
  if (!body) return [];
  const type = types.of(body, "input");
  return [`body${type === "unknown" ? "?" : ""}: ${type}`];
}

function queryOf(types: NamedTypes, { query }: contract.RouteSpec): string[] {
  if (!query) return [];
  const type = types.of(query, "input");
  return [`query${isWritable(query) ? "?" : ""}: ${type === "unknown" ? "Record<string, unknown>" : type}`];
}

/** Returns whether all fields of a schema are optional. */
function isWritable(schema: z.ZodType): boolean {
  const { required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return required.length === 0;
}

class NamedTypes {
  readonly #names = z.registry<{ id: string }>();
  readonly #declared = { input: new Map<string, string>(), output: new Map<string, string>() };

  constructor() {
    // If a schema has two names, the first one is used.
    for (const [name, value] of Object.entries(contract))
      if (value instanceof z.ZodType && !this.#names.has(value)) this.#names.add(value, { id: name });
  }

  of(schema: z.ZodType, io: SchemaDirection): string {
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: "any",
      metadata: this.#names,
    }) as JsonSchema;
    /** Follows a schema that only refers to another one, as a preprocessed schema does. */
    const resolve = (part: JsonSchema): JsonSchema => {
      const target = part.$ref && $defs[definedName(part.$ref)];
      return target ? resolve(target) : part;
    };
    const text = (part: JsonSchema): string =>
      typeText(part, (name) => {
        const definition = resolve($defs[name] ?? {});
        return isScalar(definition) ? text(definition) : typeName(name, io);
      });
    for (const [name, definition] of Object.entries($defs))
      if (!isScalar(resolve(definition)))
        this.#declared[io].set(
          name,
          definition.properties ? objectText(definition, text, "\n  ") : text(definition),
        );
    return text(properties?.it ?? {});
  }

  /** Returns the declarations of the named types. A name whose request and response shapes differ has two. */
  declarations(): string[] {
    const all = (["input", "output"] as const).flatMap((io) =>
      [...this.#declared[io]].map(([name, text]): [string, string] => [typeName(name, io), text]),
    );
    return all
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) =>
        text.startsWith("{\n") ? `export interface ${name} ${text}\n` : `export type ${name} = ${text};\n`,
      );
  }
}

const definedName = (reference: string) => reference.replace(/^#\/\$defs\//, "");

/** The library makes names such as `__schema0` for recursive types. */
const typeName = (name: string, io: SchemaDirection) =>
  `${name.replace(/^__schema/, "Part")}${io === "input" ? "Input" : ""}`;

/** Texts and numbers need no name in a type. */
const isScalar = ({ type, enum: values }: JsonSchema) =>
  values === undefined &&
  (type === "string" || type === "number" || type === "integer" || type === "boolean");

/** Returns a union of types. If it contains `string`, string literals are left out, because `string` includes them. */
function formatUnion(texts: string[]): string {
  const isAnyText = texts.includes("string");
  const distinct = texts.filter((text) => !isAnyText || !text.startsWith('"'));
  return [...new Set(distinct)].join(" | ") || "never";
}
const parenthesise = (text: string) => (/ [|&] /.test(text) ? `(${text})` : text);

function typeText(schema: JsonSchema, nameOf: (name: string) => string): string {
  const text = (part: JsonSchema) => typeText(part, nameOf);
  if (schema.$ref) return nameOf(definedName(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return formatUnion(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return formatUnion(choices.map(text));
  if (schema.allOf) return schema.allOf.map((part) => parenthesise(text(part))).join(" & ");
  if (Array.isArray(schema.type)) return formatUnion(schema.type.map((type) => text({ ...schema, type })));
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map(text).join(", ")}]`;
      return `${parenthesise(text(schema.items ?? {}))}[]`;
    case "object":
      return objectText(schema, text);
    default:
      return schema["x-parameters"] ? objectText({ properties: schema["x-parameters"] }, text) : "unknown";
  }
}

function objectText(schema: JsonSchema, text: (part: JsonSchema) => string, between = " "): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, property]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? "" : "?"}: ${text(property)}`;
  });
  const isOpen = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  if (fields.length === 0)
    return `Record<string, ${isOpen ? text(additionalProperties) : additionalProperties === false ? "never" : "unknown"}>`;
  return `{${between}${fields.join(`;${between}`)}${between === " " ? " " : ";\n"}}`;
}
