import {
  type ClientInfo,
  InputQualities,
  type Language,
  type SessionView,
  type UserView,
} from "@shoal/contract";
import { collaboratorRoleOf } from "@shoal/domain";
import type { UserRow } from "./auth.repository.ts";

const toIsoDate = (value: Date | null) => value?.toISOString() ?? null;

/** Converts a user, and the client that they see, to the field names of the API (§3). */
export function presentUser(row: UserRow): UserView {
  return {
    uuid: row.uuid,
    username: row.username,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    newEmail: row.new_email,
    roles: row.roles,
    role: collaboratorRoleOf(row.roles) ?? null,
    passwordModified: row.password_modified,
    hasPassword: row.password_hash !== null,
    activated: row.activated_at !== null,
    language: row.language,
    twoFactor: row.totp_confirmed_at !== null,
    github: row.github_login,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: toIsoDate(row.last_login_at),
    revision: row.revision,
    client: row.client_uuid,
    client_infos: [presentClientInfo(row)],
  };
}

type ClientColumns = Pick<
  UserRow,
  | "seen_client_uuid"
  | "client_name"
  | "client_type"
  | "vireed"
  | "export"
  | "scenelist"
  | "data_to_delete"
  | "deletion_at"
  | "no_keep_live"
  | "default_autoplay"
  | "old_table"
  | "default_page_size"
  | "default_qualities"
  | "restart_videos"
  | "chat"
  | "free_tier"
>;

/** Returns the fields of a client that the client's users see. */
export function presentClientInfo(row: ClientColumns): ClientInfo {
  return {
    uuid: row.seen_client_uuid,
    clientname: row.client_name,
    type: row.client_type,
    vireed: row.vireed,
    export: row.export,
    scenelist: row.scenelist,
    dataToDelete: row.data_to_delete,
    deletionAt: toIsoDate(row.deletion_at),
    noKeepLive: row.no_keep_live,
    defaultAutoplay: row.default_autoplay,
    oldTable: row.old_table,
    defaultNumberPerPage: row.default_page_size,
    defaultQualities: InputQualities.parse(row.default_qualities),
    restartVideos: row.restart_videos,
    chat: row.chat,
    freeTier: row.free_tier,
  };
}

interface SessionOfUser {
  uuid: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  address: string | null;
  user_agent: string | null;
}

/** @param currentUuid the uuid of the caller's session. */
export function presentSession(row: SessionOfUser, currentUuid: string): SessionView {
  return {
    id: row.uuid,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.uuid === currentUuid,
  };
}

interface LinkOfUser {
  username: string;
  client_name: string;
  language: Language;
  expires_at: Date;
}

/** Returns the response about the user invited by an activation link. */
export const presentInvited = (link: LinkOfUser) => ({
  username: link.username,
  clientname: link.client_name,
  language: link.language,
  expiresAt: link.expires_at.toISOString(),
});

/** Returns the response about the user whose password a link changes. */
export const presentForgotten = (link: LinkOfUser) => ({
  username: link.username,
  expiresAt: link.expires_at.toISOString(),
});
