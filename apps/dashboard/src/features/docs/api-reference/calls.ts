import { type Guard, openApiOf, type RouteSpec, routes } from "@shoal/contract";
import { splitWords, toPlainText } from "../../../lib/search-words.ts";

/** A call in the list of the API reference. */
export interface ListedCall {
  name: string;
  method: RouteSpec["method"];
  path: string;
  summary: string;
  guard: Guard;
}

/** The guards whose calls the reference hides, because only the operators of an installation use the calls of administrators. */
const HIDDEN_GUARDS: readonly Guard[] = ["admin"];

const ALL_CALLS: readonly ListedCall[] = Object.entries(routes as Record<string, RouteSpec>)
  .filter(([, { guard }]) => !HIDDEN_GUARDS.includes(guard))
  .map(([name, { method, path, summary, guard }]) => ({ name, method, path, summary, guard }));

/** Returns the calls that contain every word of a search, by topic, sorted by name. */
export function findCalls(search: string): [group: string, calls: ListedCall[]][] {
  const words = splitWords(search);
  const groups = new Map<string, ListedCall[]>();
  for (const call of ALL_CALLS) {
    const text = toPlainText([call.name, call.method, call.path, call.summary].join("\n"));
    if (!words.every((word) => text.includes(word))) continue;
    const group = groupOf(call.path);
    groups.set(group, [...(groups.get(group) ?? []), call]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** Returns the first name in a path. @example groupOf("/api/videos/{id}/chapters") // "videos" */
const groupOf = (path: string): string => /^\/(?:api\/)?([^/]+)/.exec(path)?.[1] ?? path;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  isRequired: boolean;
  type: string;
}

/** The OpenAPI description of a single call. */
export interface DescribedCall extends ListedCall {
  parameters: Parameter[];
  /** The type of the body as JSON; undefined if there is none. */
  body: string | undefined;
  contentType: string | undefined;
  answer: string | undefined;
  status: string;
  /** The scopes that allow an API key to call; undefined if no key may call. */
  scopes: string[];
}

interface Operation {
  parameters?: { name: string; in: Parameter["in"]; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  "x-scope"?: string | string[];
}

/** Describes a call. Generates the document of this call only, because the complete document has 4.5 MB. */
export function describeCall(name: string): DescribedCall | undefined {
  const listed = ALL_CALLS.find((call) => call.name === name);
  const route = (routes as Record<string, RouteSpec>)[name];
  if (!listed || !route) return undefined;
  const { paths } = openApiOf({ [name]: route }, { title: "", version: "" }) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operation = paths[listed.path]?.[listed.method.toLowerCase()];
  if (!operation) return undefined;
  const [contentType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [status = "200", success] =
    Object.entries(operation.responses).find(([code]) => code !== "default") ?? [];
  const answer = Object.values(success?.content ?? {})[0]?.schema;
  return {
    ...listed,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      isRequired: parameter.required,
      type: typeText(parameter.schema),
    })),
    body: body && typeText(body.schema),
    contentType,
    answer: answer && typeText(answer),
    status,
    scopes: [operation["x-scope"] ?? []].flat(),
  };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const MAX_SCHEMA_DEPTH = 6;

/** Writes a schema in readable form, close to TypeScript, with the bounds after each field. */
export function typeText(schema: Schema, depth = 0): string {
  const text = (part: Schema) => typeText(part, depth);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return [...new Set(choices.map(text))].join(schema.allOf ? " & " : " | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => text({ ...schema, type })).join(" | ");
  if (schema.type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map(text).join(", ")}]`;
    const item = text(schema.items ?? {});
    return / [|&] /.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object") return objectText(schema, depth);
  if (schema.format === "binary") return "file";
  return schema.type ?? "any";
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const fields = Object.entries(properties);
  if (fields.length === 0)
    return typeof additionalProperties === "object"
      ? `{ [name]: ${typeText(additionalProperties, depth)} }`
      : "object";
  if (depth >= MAX_SCHEMA_DEPTH) return "{ … }";
  const indent = "  ".repeat(depth + 1);
  const lines = fields.map(([name, field]) => {
    const bounds = boundsText(field);
    const mark = required.includes(name) ? "" : "?";
    return `${indent}${name}${mark}: ${typeText(field, depth + 1)}${bounds && ` // ${bounds}`}`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

/** Writes the bounds of a schema. @example boundsText({ type: "string", maxLength: 300 }) // "≤ 300" */
function boundsText(schema: Schema): string {
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  // Omits the limits of JavaScript's number type, which are not bounds of the API.
  const isBound = most !== undefined && most < Number.MAX_SAFE_INTEGER;
  const range = [least ? `≥ ${least}` : "", isBound ? `≤ ${most}` : ""].filter(Boolean).join(", ");
  const otherwise = schema.default === undefined ? "" : `= ${JSON.stringify(schema.default)}`;
  return [schema.format && schema.format !== "binary" ? schema.format : "", range, otherwise]
    .filter(Boolean)
    .join(", ");
}

/** Writes a call as a curl command. */
export function curlCommandOf(call: DescribedCall, origin: string): string {
  const lines = [
    `curl -X ${call.method} "${origin}${call.path}"`,
    ...(call.guard === "public" ? [] : [`  -H "Authorization: Bearer $SHOAL_KEY"`]),
    ...(call.contentType === "application/json"
      ? [`  -H "Content-Type: application/json"`, "  -d '{ … }'"]
      : []),
    ...(call.contentType === "multipart/form-data" ? [`  -F "video=@chunk"`] : []),
  ];
  return lines.join(" \\\n");
}
