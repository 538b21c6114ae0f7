/**
 * What an API key may be allowed, each for a part of the api. `read` returns what members of the client see; `write` changes it
 * with the rights of an editor, or of a manager for a manager's call.
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
 * What a key needs to call a route: a scope, or one of several where the body decides (`createVideo` makes files and lives).
 * `noKey` where no key may call, whatever its scopes: passwords, sessions, second factors, users and their own settings, keys,
 * money and contracts, the platform's administration, and in projects and chats everything personal: decisions, reactions,
 * review links, notifications, read marks, and conversations outside projects.
 */
export type RouteScope = Scope | readonly [Scope, ...Scope[]] | "noKey";

export const API_KEY_TYPES = ["analytics", "read", "upload", "live", "full", "delivery"] as const;
export type ApiKeyType = (typeof API_KEY_TYPES)[number];

/** The scopes of each type of key. */
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

/** The scopes of which a key needs one to call a route; none where no key may, or where anyone may. */
export const scopesOf = ({ scope }: { scope?: RouteScope | undefined }): readonly Scope[] =>
  scope === undefined || scope === "noKey" ? [] : typeof scope === "string" ? [scope] : scope;
