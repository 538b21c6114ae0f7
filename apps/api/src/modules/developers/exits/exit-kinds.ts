import type { ExitKind } from "@shoal/contract";

/** How the rows of a kind are read. Nothing else is exported. */
export interface ExitTable {
  table: string;
  /** The column that orders and identifies the rows. */
  key: string;
  columns: readonly string[];
  /** The exported values that are not columns, by their names in a line. */
  computed?: Readonly<Record<string, string>>;
  /** A further condition, where `row` is the row, and $client and $at are the client and the time of the snapshot. */
  where?: string;
}

const OWNED_BY_CLIENT = "row.client_uuid = $client";
const videosCondition = (column: string) =>
  `EXISTS (SELECT FROM videos AS v WHERE v.uuid = row.${column} AND v.client_uuid = $client AND v.replaces_uuid IS NULL)`;
const createdBeforeSnapshot = (column: string) => `${OWNED_BY_CLIENT} AND row.${column} <= $at`;
/** The condition that excludes conversations of two members, and those with the installation's administrators. */
const OPEN_ROOMS_CONDITION = `${OWNED_BY_CLIENT} AND EXISTS (SELECT FROM chat_rooms AS room WHERE room.uuid = row.room_uuid
  AND room.kind NOT IN ('private', 'support'))`;

/**
 * The columns written for each kind. They contain no secrets, password hashes, keys or addresses with credentials. Figures come
 * from ClickHouse.
 */
export const EXIT_TABLES: Readonly<Record<Exclude<ExitKind, "figures">, ExitTable>> = {
  users: {
    table: "users",
    key: "uuid",
    columns: ["uuid", "username", "name", "email", "roles", "language", "created_at"],
    where: createdBeforeSnapshot("created_at"),
  },
  videos: {
    table: "videos",
    key: "uuid",
    columns: [
      "uuid",
      "kind",
      "type",
      "title",
      "description",
      "tags",
      "status",
      "error_type",
      "user_uuid",
      "encoding",
      "input_qualities",
      "first_pass",
      "autoplay",
      "source_path",
      "original_name",
      "source_url",
      "size_bytes",
      "duration_sec",
      "starts_at",
      "delete_at",
      "is_deleted",
      "trashed_at",
      "intro_modal",
      "place",
      "chapters",
      "download",
      "outro_uuid",
      "origin_uuid",
      "simulated_live_at",
      "created_at",
      "modified_at",
    ],
    // The installation that loads the archive must know which videos required a password.
    computed: { is_locked: "row.password_hash IS NOT NULL" },
    where: `${createdBeforeSnapshot("created_at")} AND row.replaces_uuid IS NULL`,
  },
  captions: {
    table: "captions",
    key: "uuid",
    columns: [
      "uuid",
      "video_uuid",
      "language",
      "label",
      "kind",
      "is_default",
      "origin",
      "cues",
      "created_at",
      "modified_at",
    ],
    where: createdBeforeSnapshot("created_at"),
  },
  categories: { table: "categories", key: "uuid", columns: ["uuid", "name"] },
  videoCategories: {
    table: "video_categories",
    key: "video_uuid || row.category_uuid::text",
    columns: ["video_uuid", "category_uuid"],
    where: videosCondition("video_uuid"),
  },
  configs: {
    table: "configs",
    key: "uuid",
    columns: ["uuid", "name", "rules", "sites", "is_revoked", "created_at"],
    where: createdBeforeSnapshot("created_at"),
  },
  clientRules: { table: "client_rules", key: "client_uuid", columns: ["rules", "time_zone", "is_indexed"] },
  clientAuthorizations: {
    table: "client_authorizations",
    key: "client_uuid",
    columns: [
      "authorized_videos",
      "authorized_ips",
      "unauthorized_ips",
      "authorized_vpns",
      "authorized_vpns_list",
      "authorized_countries",
      "unauthorized_countries",
    ],
  },
  videoRules: {
    table: "video_rules",
    key: "video_uuid",
    columns: ["video_uuid", "rules", "collection_uuid", "reported_at", "config_uuid"],
  },
  collections: {
    table: "collections",
    key: "uuid",
    columns: ["uuid", "name", "rules", "created_at"],
    where: createdBeforeSnapshot("created_at"),
  },
  outros: {
    table: "outros",
    key: "uuid",
    columns: ["uuid", "title", "description", "button", "subtext", "created_at"],
    where: createdBeforeSnapshot("created_at"),
  },
  cuts: {
    table: "cuts",
    key: "video_uuid",
    columns: ["video_uuid", "origin_uuid", "in_sec", "out_sec"],
    where: videosCondition("video_uuid"),
  },
  liveArchives: {
    table: "live_archives",
    key: "uuid",
    columns: ["live_uuid", "video_uuid", "started_at"],
    where: `${OWNED_BY_CLIENT} AND row.video_uuid IS NOT NULL`,
  },
  lives: {
    table: "lives",
    key: "video_uuid",
    columns: [
      "video_uuid",
      "live_type",
      "is_seekable",
      "seek_back_sec",
      "is_kept",
      "delay",
      "target_latency_sec",
      "started_at",
      "ended_at",
    ],
  },
  sceneLists: { table: "scene_lists", key: "video_uuid", columns: ["video_uuid"] },
  scenes: {
    table: "scenes",
    key: "list_uuid || lpad(row.position::text, 6, '0')",
    columns: ["list_uuid", "position", "name", "media_uuid"],
    where: videosCondition("list_uuid"),
  },
  exportLinks: {
    table: "export_links",
    key: "uuid",
    columns: [
      "uuid",
      "video_uuid",
      "name",
      "sites",
      "ends_at",
      "is_paused",
      "views",
      "last_view_at",
      "created_at",
    ],
    where: createdBeforeSnapshot("created_at"),
  },
  teams: {
    table: "teams",
    key: "uuid",
    columns: ["uuid", "name", "description", "owner_uuid", "owner_name", "created_at"],
    where: createdBeforeSnapshot("created_at"),
  },
  teamMembers: {
    table: "team_members",
    key: "team_uuid || row.user_uuid::text",
    columns: ["team_uuid", "user_uuid", "role", "added_at"],
    where: createdBeforeSnapshot("added_at"),
  },
  projects: {
    table: "projects",
    key: "uuid",
    columns: [
      "uuid",
      "name",
      "description",
      "owner_uuid",
      "owner_name",
      "status",
      "archived_at",
      "current_version",
      "created_at",
      "modified_at",
    ],
    where: createdBeforeSnapshot("created_at"),
  },
  projectCollaborators: {
    table: "project_collaborators",
    key: "uuid",
    columns: ["project_uuid", "user_uuid", "username", "role", "added_at"],
    where: createdBeforeSnapshot("added_at"),
  },
  versions: {
    table: "project_versions",
    key: "project_uuid || lpad(row.number::text, 6, '0')",
    columns: [
      "project_uuid",
      "number",
      "created_date",
      "publisher_uuid",
      "publisher_name",
      "description",
      "kind",
      "video_uuid",
      "video_title",
    ],
    where: createdBeforeSnapshot("created_date"),
  },
  comments: {
    table: "comments",
    key: "uuid",
    columns: [
      "uuid",
      "project_uuid",
      "version_number",
      "thread_uuid",
      "frame",
      "end_frame",
      "author_uuid",
      "author_name",
      "is_guest",
      "text",
      "drawing",
      "is_internal",
      "created_at",
      "edited_at",
      "resolved_at",
      "resolved_by",
    ],
    where: `${createdBeforeSnapshot("created_at")} AND row.deleted_at IS NULL`,
  },
  attachments: {
    table: "comment_attachments",
    key: "uuid",
    columns: ["uuid", "comment_uuid", "name", "media_type", "size_bytes", "added_at"],
    where: `${createdBeforeSnapshot("added_at")} AND EXISTS (SELECT FROM comments AS c
      WHERE c.uuid = row.comment_uuid AND c.client_uuid = $client AND c.deleted_at IS NULL)`,
  },
  requests: {
    table: "approval_requests",
    key: "uuid",
    columns: [
      "uuid",
      "project_uuid",
      "version_number",
      "user_uuid",
      "username",
      "asked_by",
      "asked_at",
      "due_at",
    ],
    where: createdBeforeSnapshot("asked_at"),
  },
  decisions: {
    table: "approval_decisions",
    key: "uuid",
    columns: [
      "uuid",
      "project_uuid",
      "version_number",
      "user_uuid",
      "username",
      "decision",
      "note",
      "decided_at",
    ],
    where: createdBeforeSnapshot("decided_at"),
  },
  rooms: {
    table: "chat_rooms",
    key: "uuid",
    columns: ["uuid", "kind", "name", "team_uuid", "project_uuid", "owner_uuid", "created_at"],
    where: `${createdBeforeSnapshot("created_at")} AND row.kind NOT IN ('private', 'support')`,
  },
  messages: {
    table: "chat_messages",
    key: "room_uuid || lpad(row.position::text, 20, '0')",
    columns: [
      "room_uuid",
      "id",
      "position",
      "sender_uuid",
      "sender_name",
      "text",
      "reply_id",
      "forwarded_sender",
      "pinned_at",
      "created_at",
      "edited_at",
    ],
    where: `${OPEN_ROOMS_CONDITION} AND row.created_at <= $at AND row.deleted_at IS NULL`,
  },
  messageFiles: {
    table: "chat_files",
    key: "uuid",
    columns: [
      "uuid",
      "room_uuid",
      "message_id",
      "object_uuid",
      "name",
      "media_type",
      "size_bytes",
      "duration_ms",
      "added_at",
    ],
    where: `${OPEN_ROOMS_CONDITION} AND row.added_at <= $at AND EXISTS (SELECT FROM chat_messages AS m
      WHERE m.room_uuid = row.room_uuid AND m.id = row.message_id AND m.deleted_at IS NULL)`,
  },
};

export const CLIENT_ROWS = OWNED_BY_CLIENT;
