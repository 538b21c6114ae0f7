import { createHash, randomBytes, randomUUID } from "node:crypto";
import { CLIENT_VIEW_HEADER, type Guard, type Role, sessionHeaders, USER_VIEW_HEADER } from "@shoal/contract";
import type { Database } from "../platform/database.ts";
import type { TableInsert } from "./fixtures.ts";
import { MODULE_FIXTURES } from "./module-fixtures.ts";
import { insertTogether, type PopulatedClient } from "./populated-client.ts";

export interface TestCaller {
  userUuid: string;
  sessionUuid: string;
  headers: Record<string, string>;
}

/** A caller of a route that concerns an object of the target's client. */
export interface CallerKind {
  name: string;
  roles: readonly Role[];
  /** The client that the caller belongs to. */
  of: "target" | "other";
  isPasswordModified?: boolean;
  /** The client, or the user, that the caller asks to view. */
  views?: "target" | "other" | "user";
}

/** All callers of the tests; `nobody` has no session. */
export const TEST_CALLERS: readonly CallerKind[] = [
  {
    name: "a user who never changed their password",
    roles: ["manager"],
    of: "target",
    isPasswordModified: false,
  },
  { name: "an analyst", roles: ["readAnalytics"], of: "target" },
  { name: "an editor", roles: ["editor"], of: "target" },
  { name: "a manager", roles: ["manager"], of: "target" },
  { name: "an analyst of another client", roles: ["readAnalytics"], of: "other" },
  { name: "an editor of another client", roles: ["editor"], of: "other" },
  { name: "a manager of another client", roles: ["manager"], of: "other" },
  { name: "an administrator", roles: ["admin"], of: "other" },
  { name: "an administrator who views the client", roles: ["admin"], of: "other", views: "target" },
  { name: "a manager who asks to view the client", roles: ["manager"], of: "other", views: "target" },
  { name: "a manager who asks to view another client", roles: ["manager"], of: "target", views: "other" },
  { name: "a manager who asks to view as a user", roles: ["manager"], of: "target", views: "user" },
];

/** The roles that pass each guard, listed explicitly, since the guard's own code is being tested. */
const ROLES_BY_GUARD: Record<Guard, readonly Role[]> = {
  public: ["admin", "manager", "editor", "readAnalytics"],
  session: ["admin", "manager", "editor", "readAnalytics"],
  user: ["admin", "manager", "editor", "readAnalytics"],
  // Users without any role may also make these calls, but the tests have no such user.
  member: ["admin", "manager", "editor"],
  readAnalytics: ["admin", "manager", "editor", "readAnalytics"],
  readAnalyticsOrKey: ["admin", "manager", "editor", "readAnalytics"],
  // No caller of the tests passes this guard, since a session does not count as an API key.
  apiKey: [],
  guest: [],
  editor: ["admin", "manager", "editor"],
  manager: ["admin", "manager"],
  admin: ["admin"],
};

/** Returns the code of the guard's rejection; undefined for admitted callers. @param kind undefined for anonymous callers. */
export function refusalOf(guard: Guard, kind: CallerKind | undefined): string | undefined {
  if (guard === "public") return undefined;
  if (guard === "guest") return "guest_session_ended";
  if (!kind || guard === "apiKey") return "not_signed_in";
  if (kind.views && !kind.roles.includes("admin")) return "forbidden";
  if (guard !== "session" && kind.isPasswordModified === false) return "password_change_required";
  return kind.roles.some((role) => ROLES_BY_GUARD[guard].includes(role)) ? undefined : "forbidden";
}

/** Returns the headers of a backend with the API key of the populated client. */
export const apiKeyHeaders = ({ apiKeyUuid, apiKeySecret }: PopulatedClient): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${apiKeyUuid}:${apiKeySecret}`).toString("base64")}`,
});

/** Adds a user of this kind, with their own session. */
export async function addCaller(
  db: Database,
  kind: CallerKind,
  worlds: { target: PopulatedClient; other: PopulatedClient },
  passwordHash: string,
): Promise<TestCaller> {
  const username = `caller-${randomBytes(8).toString("hex")}`;
  const [userUuid, sessionUuid] = [randomUUID(), randomUUID()];
  const credential = randomBytes(32).toString("base64url");
  const headers = { ...sessionHeaders(credential, undefined), ...viewHeadersOf(kind, worlds) };
  const inserts: TableInsert[] = [
    db.insertInto("users").values({
      uuid: userUuid,
      client_uuid: worlds[kind.of].clientUuid,
      username,
      email: `${username}@example.org`,
      email_verified_at: new Date(),
      password_hash: passwordHash,
      password_modified: kind.isPasswordModified ?? true,
      roles: [...kind.roles],
      activated_at: new Date(),
    }),
    db.insertInto("sessions").values({
      uuid: sessionUuid,
      token_hash: createHash("sha256").update(credential).digest(),
      user_uuid: userUuid,
      expires_at: new Date(Date.now() + 3_600_000),
    }),
  ];
  // All other callers see only their own client.
  const isViewing = kind.roles.includes("admin") && kind.views === "target";
  for (const { insertsForCaller, insertsForViewer } of MODULE_FIXTURES)
    inserts.push(
      ...((isViewing && insertsForViewer
        ? insertsForViewer(db, worlds.target, { userUuid, headers })
        : insertsForCaller?.(db, worlds[kind.of], { userUuid, headers })) ?? []),
    );
  await insertTogether(
    db,
    inserts.map((insert) => insert.toOperationNode()),
  );
  return { userUuid, sessionUuid, headers };
}

function viewHeadersOf(
  { views }: CallerKind,
  worlds: { target: PopulatedClient; other: PopulatedClient },
): Record<string, string> {
  if (views === "user") return { [USER_VIEW_HEADER]: worlds.target.userUuid };
  return views ? { [CLIENT_VIEW_HEADER]: worlds[views].clientUuid } : {};
}
