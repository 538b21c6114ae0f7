import type { z } from "zod";
import type { RouteScope } from "./accounts/scopes.ts";

/**
 * Who may call a route.
 * - `public`: anyone.
 * - `session`: a signed-in user, including one whose password was never modified.
 * - `user`: a signed-in user with a modified password.
 * - `member`: such a user, unless their only permission is to read analytics (§6).
 * - a role: such a user with that role in their client; admin and manager pass every one of them. An editor reads
 *   analytics too (§6).
 * - `guest`: someone without an account, with the session of a review link in the header of `GUEST_HEADER`.
 * - `apiKey`: a client's backend with an API key that has the route's scope, and no user.
 * - `readAnalyticsOrKey`: such a backend, or a user who reads analytics.
 * - `admin`: an administrator of the platform; a manager does not pass.
 *
 * A backend with an API key passes every guard for users if the key has the route's scope.
 */
export type Guard =
  | "public"
  | "session"
  | "user"
  | "member"
  | "editor"
  | "readAnalytics"
  | "readAnalyticsOrKey"
  | "apiKey"
  | "guest"
  | "manager"
  | "admin";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RouteSpec {
  method: Method;
  /** The path with parameters in braces: `/api/videos/{id}`. */
  path: string;
  guard: Guard;
  /** The scope that an API key needs; omitted for public and guest routes. */
  scope?: RouteScope;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** A JSON body. */
  body?: z.ZodType;
  /** Whether the body is text with one JSON document per line (`application/x-ndjson`), which the call parses itself. */
  isBodyLines?: true;
  /** The limit of a JSON body; by default 2 MB, or 16 kB for public routes. */
  maxBodyBytes?: number;
  /** The fields of a multipart body; `file` is the name of the part that holds bytes. */
  multipart?: { file: string; fields: z.ZodType };
  /** Whether the body can also be multipart, with values other than text as JSON in their fields. */
  isBodyAlsoMultipart?: true;
  response?: z.ZodType;
  /**
   * Whether callers of the old API use it (§7): unknown fields are dropped; empty texts and lists count as missing where the
   * field cannot be empty; numbers and flags can be text. Invalid values are rejected as usual.
   */
  isOldCall?: true;
  /** Whether the token can also be in the query or in a JSON body, as `token` (§7); only for calls with small bodies. */
  isTokenAnywhere?: true;
  /** Whether browsers may call the route with an upload token, for the token's own video only. */
  isForUploadTokens?: true;
  /** Whether the call only reads, but needs a body because its query does not fit into a URL. */
  isQuestion?: true;
  /** The status of a successful response: by default, 200 with a body and 204 without one. */
  status?: number;
}

/** Routes that are not public must declare which keys can call them, or that none can. */
type ScopeRequirement = { guard: "public" | "guest"; scope?: never } | { guard: Guard; scope: RouteScope };

export const defineRoute = <const T extends RouteSpec & ScopeRequirement>(spec: T): T => spec;

type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;
type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined;
type FieldOf<R, K extends string> = R extends { [P in K]: infer V } ? V : undefined;

export type ParamsOf<R extends RouteSpec> = SchemaOutput<FieldOf<R, "params">>;
export type QueryOf<R extends RouteSpec> = SchemaOutput<FieldOf<R, "query">>;
export type BodyOf<R extends RouteSpec> = SchemaOutput<FieldOf<R, "body">>;
export type ResponseOf<R extends RouteSpec> = SchemaOutput<FieldOf<R, "response">>;

/** A part of a call's arguments; parts without a schema may be omitted. */
type CallPart<K extends string, V> = [V] extends [undefined]
  ? unknown
  : unknown extends V
    ? { [P in K]?: V }
    : { [P in K]: V };
/** The arguments of a client for the route. */
export type CallOf<R extends RouteSpec> = CallPart<"params", SchemaInput<FieldOf<R, "params">>> &
  CallPart<"query", SchemaInput<FieldOf<R, "query">>> &
  CallPart<"body", SchemaInput<FieldOf<R, "body">>>;
