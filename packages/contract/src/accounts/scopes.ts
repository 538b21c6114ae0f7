/**
 * The permissions of API keys, by part of the API. `read` returns what members of the client see; `write` changes it with the
 * rights of an editor, or of a manager for calls that require one.
 */
export const SCOPES = [
  "videos:read",
  "videos:write",
  "uploads:write",
  "lives:read",
  "lives:write",
  "analytics:read",
  "delivery:read",
  "delivery:write",
  "account:read",
  "webhooks:read",
  "webhooks:write",
  "projects:read",
  "projects:write",
  "chat:read",
  "chat:write",
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What a key needs to call a route: a scope, or one of several if the body decides (`createVideo` creates files and lives).
 * `noKey` if no key can call it, whatever its scopes: passwords, sessions, second factors, users and their own settings, keys,
 * money and contracts, platform administration, and everything personal in projects and chats: decisions, reactions, review
 * links, notifications, read marks, and conversations outside projects.
 */
export type RouteScope = Scope | readonly [Scope, ...Scope[]] | "noKey";

export const API_KEY_TYPES = ["analytics", "read", "upload", "live", "full", "delivery"] as const;
export type ApiKeyType = (typeof API_KEY_TYPES)[number];

/** The scopes that a key of each type can have. */
export const SCOPES_OF_TYPE: Readonly<Record<ApiKeyType, readonly Scope[]>> = {
  analytics: ["analytics:read"],
  read: [
    "videos:read",
    "lives:read",
    "analytics:read",
    "delivery:read",
    "account:read",
    "webhooks:read",
    "projects:read",
  ],
  upload: ["uploads:write"],
  live: ["videos:read", "lives:read", "lives:write"],
  full: SCOPES,
  delivery: ["delivery:read", "delivery:write"],
};

/** Returns the scopes for a route, one of which a key needs; empty if no key can call the route, or if anyone can. */
export const scopesOf = ({ scope }: { scope?: RouteScope | undefined }): readonly Scope[] =>
  scope === undefined || scope === "noKey" ? [] : typeof scope === "string" ? [scope] : scope;
