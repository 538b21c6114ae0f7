import { type ClientInfo, InputQualities, type UserView } from "@shoal/contract";
import { collaboratorRoleOf } from "@shoal/domain";
import type { UserRow } from "./auth.repository.ts";

const date = (value: Date | null) => value?.toISOString() ?? null;

/** A user with the client that he sees, under the names of the wire (§3). */
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
    activated: row.activated_at !== null,
    language: row.language,
    twoFactor: row.totp_confirmed_at !== null,
    github: row.github_login,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: date(row.last_login_at),
    revision: row.revision,
    client: row.client_uuid,
    client_infos: [presentClientInfo(row)],
  };
}

function presentClientInfo(row: UserRow): ClientInfo {
  return {
    uuid: row.seen_client_uuid,
    clientname: row.client_name,
    type: row.client_type,
    vireed: row.vireed,
    export: row.export,
    scenelist: row.scenelist,
    dataToDelete: row.data_to_delete,
    deletionAt: date(row.deletion_at),
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
