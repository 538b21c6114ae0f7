import { z } from "zod";
import { scopesOf } from "./accounts/scopes.ts";
import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER, REQUEST_ID_HEADER } from "./call-limits.ts";
import { GUEST_HEADER } from "./constants.ts";
import { WEBHOOK_DATA, type WebhookMessageType, webhookMessageOf } from "./developers/webhook-message.ts";
import { ERRORS } from "./errors.ts";
import { IGNORED_FIELDS_HEADER } from "./guarded-fields.ts";
import {
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  takesIdempotencyKey,
} from "./repeated-calls.ts";
import type { Guard, RouteSpec } from "./route.ts";

type JsonObject = Record<string, unknown>;

/** An API key, sent in either of the two supported ways. */
const KEY_SECURITY: JsonObject[] = [{ apiKey: [] }, { apiKeyBasic: [] }];
const SESSION_SECURITY: JsonObject[] = [{ credential: [] }];
/** How callers are identified other than by a session. */
const SECURITY_WITHOUT_SESSION: Partial<Record<Guard, JsonObject[]>> = { apiKey: [], guest: [{ guest: [] }] };

/**
 * Returns the OpenAPI 3.1 document of a route table.
 * @example openApiOf(routes, { title: "Shoal", version: "1.0.0" })
 */
export function openApiOf(
  table: Record<string, RouteSpec>,
  info: { title: string; version: string },
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(table)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: "3.1.0",
    info,
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        credential: { type: "http", scheme: "bearer" },
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "shoal_{uuid}_{secret}",
          description: "An API key of the client that has the scope of the call (`x-scope`)",
        },
        apiKeyBasic: {
          type: "http",
          scheme: "basic",
          description: "The same key: its uuid is the user, its secret the password",
        },
        guest: { type: "apiKey", in: "header", name: GUEST_HEADER },
      },
      schemas: { Error: errorSchema() },
      headers: SHARED_HEADERS,
    },
  };
}

/** Returns the webhook messages of a client, by type: docs/webhooks.md. */
function webhookOperations(): JsonObject {
  const text = { type: "string" };
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    schema: text,
    description,
  });
  const parameters = [
    header("webhook-id", "ID of the event, the same at each attempt"),
    header("webhook-timestamp", "Time of this attempt, in seconds since 1970"),
    header("webhook-signature", "As defined by Standard Webhooks"),
  ];
  const types = Object.keys(WEBHOOK_DATA) as WebhookMessageType[];
  const operations = types.map((type) => {
    const schema = schemaOf(webhookMessageOf(type), "output");
    return [
      type,
      {
        post: {
          operationId: `webhook:${type}`,
          parameters,
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { "2XX": { description: "The message is accepted" } },
        },
      },
    ] as const;
  });
  return Object.fromEntries(operations);
}

function operationOf(name: string, route: RouteSpec): JsonObject {
  const status = String(route.status ?? (route.response ? 200 : 204));
  const scopes = scopesOf(route);
  return {
    operationId: name,
    summary: route.summary,
    ...(route.guard === "public" ? {} : { security: securityOf(route) }),
    "x-guard": route.guard,
    ...(scopes.length > 0 ? { "x-scope": scopes } : {}),
    ...(route.isOldCall ? { "x-old-call": true } : {}),
    parameters: [
      ...parametersOf("path", route.params),
      ...parametersOf("query", route.query),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBodyOf(route),
    responses: {
      [status]: route.response
        ? {
            description: "Success",
            headers: headersOf(route),
            content: { "application/json": { schema: schemaOf(route.response, "output") } },
          }
        : { description: "Success", headers: headersOf(route) },
      default: {
        description: "Error",
        headers: {
          ...sharedHeadersOf(route),
          [RETRY_AFTER_HEADER]: { $ref: `#/components/headers/${RETRY_AFTER_HEADER}` },
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: "header",
  required: false,
  description: `For ${IDEMPOTENCY_HOURS} hours, a repeated call with this key is not carried out again and gets the same response`,
  schema: { type: "string", minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

const securityOf = (route: RouteSpec): JsonObject[] => [
  ...(SECURITY_WITHOUT_SESSION[route.guard] ?? SESSION_SECURITY),
  ...(scopesOf(route).length > 0 ? KEY_SECURITY : []),
];

function headersOf(route: RouteSpec): JsonObject {
  const ignored = {
    description: "Names of unknown fields that were ignored, separated by commas and percent-encoded",
    schema: { type: "string", maxLength: 1000 },
  };
  const replayed = {
    description: "The call was carried out earlier; this is its original response",
    schema: { type: "string", enum: ["true"] },
  };
  return {
    ...sharedHeadersOf(route),
    ...(route.isOldCall ? { [IGNORED_FIELDS_HEADER]: ignored } : {}),
    ...(takesIdempotencyKey(route) ? { [IDEMPOTENCY_REPLAYED_HEADER]: replayed } : {}),
  };
}

const RETRY_AFTER_HEADER = "Retry-After";

/** The headers of many responses, defined once and referenced by each of them. */
const SHARED_HEADERS: JsonObject = {
  [REQUEST_ID_HEADER]: {
    description: "Identifies this call in the logs of its API key and of the server",
    schema: { type: "string", format: "uuid" },
  },
  [RATE_LIMIT_POLICY_HEADER]: {
    description:
      "The caller's limit: `q` calls in a window of `w` seconds, as in the draft RateLimit header fields for HTTP",
    schema: { type: "string", examples: ['"key";q=6000;w=60'] },
  },
  [RATE_LIMIT_HEADER]: {
    description: "Remaining: `r` calls until the next window, in `t` seconds",
    schema: { type: "string", examples: ['"key";r=5871;t=23'] },
  },
  [RETRY_AFTER_HEADER]: {
    description:
      "With 429, 409 `idempotency_in_progress` and, if known, 503: the seconds to wait before the next call",
    schema: { type: "integer", minimum: 0 },
  },
};

/** Returns whether calls of this kind count towards the limits of a user or an API key. Anonymous callers have no such limit. */
const isRateLimited = ({ guard }: RouteSpec): boolean => guard !== "public" && guard !== "guest";

const sharedHeadersOf = (route: RouteSpec): JsonObject =>
  Object.fromEntries(
    [REQUEST_ID_HEADER, ...(isRateLimited(route) ? [RATE_LIMIT_POLICY_HEADER, RATE_LIMIT_HEADER] : [])].map(
      (name) => [name, { $ref: `#/components/headers/${name}` }],
    ),
  );

function requestBodyOf(route: RouteSpec): JsonObject {
  if (route.multipart) {
    const fields = schemaOf(route.multipart.fields, "input") as { properties?: JsonObject };
    const properties = { ...fields.properties, [route.multipart.file]: { type: "string", format: "binary" } };
    return {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: { ...fields, properties } } },
      },
    };
  }
  if (route.isBodyLines) {
    const schema = { type: "string", description: "One JSON object per line" };
    return { requestBody: { required: true, content: { "application/x-ndjson": { schema } } } };
  }
  if (!route.body) return {};
  return {
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: schemaOf(route.body, "input") },
        ...(route.isBodyAlsoMultipart
          ? { "multipart/form-data": { schema: schemaOf(route.body, "input") } }
          : {}),
      },
    },
  };
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): JsonObject[] {
  if (!schema) return [];
  const {
    // Parameters that only a parser checks have descriptions, but no schema.
    "x-parameters": parsedOnly = {},
    properties = parsedOnly,
    required = [],
  } = schemaOf(schema, "input") as {
    "x-parameters"?: JsonObject;
    properties?: JsonObject;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function errorSchema(): JsonObject {
  return {
    type: "object",
    required: ["code", "message"],
    properties: {
      code: { type: "string", enum: Object.keys(ERRORS) },
      message: { type: "string" },
      fields: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "reason"],
          properties: { path: { type: "string" }, reason: { type: "string" } },
        },
      },
      callId: {
        type: "string",
        description: "With internal_error: the ID of the call in the server log",
      },
    },
  };
}
