import {
  CAPTION_KINDS,
  CaptionCue,
  CHAT_FILE_TYPES,
  Chapters,
  ConfigSites,
  Description,
  Drawing,
  ExportLinkSites,
  InputQualities,
  IntroModal,
  LanguageTag,
  Moment,
  Place,
  RULE_ATTRIBUTES,
  RuleSettings,
  Text,
  TimeZone,
  Title,
} from "@shoal/contract";
import { z } from "zod";

const Uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const LongText = Text.max(20_000);
const ShortText = Text.max(500);
const CountNumber = z.number().int().min(0).max(2_147_483_647);
const { authorizedIPs: Addresses, authorizedCountries: Countries } = RULE_ATTRIBUTES;
const TagList = z.array(ShortText).max(1_000);

const FILE_TYPES = new Set(Object.values(CHAT_FILE_TYPES));
/** The type with which a file is served. A type that no upload can have becomes plain data, which browsers only save. */
const MediaType = ShortText.transform((type) =>
  FILE_TYPES.has(type) || FILE_TYPES.has(type.replace(/^audio\//, "video/"))
    ? type
    : "application/octet-stream",
);

/** The fields read from each kind of line; others are ignored. */
export const LINE_SCHEMAS = {
  users: z.object({ uuid: Uuid, username: ShortText, email: ShortText.nullable() }),
  videos: z.object({
    uuid: Uuid,
    kind: ShortText,
    type: ShortText,
    title: Title,
    description: Description,
    tags: TagList,
    user_uuid: Uuid.nullable(),
    input_qualities: InputQualities,
    first_pass: z.boolean(),
    autoplay: z.boolean(),
    original_name: ShortText.nullable(),
    starts_at: Moment.nullable(),
    delete_at: Moment.nullable(),
    /** When the video starts to play as a live; it cannot be watched before this time. */
    simulated_live_at: Moment.nullable(),
    intro_modal: IntroModal.nullable(),
    place: Place.nullable(),
    chapters: Chapters,
    download: z.boolean(),
    /** Whether a password is required. Archives do not contain the password. If this field is missing, a password is assumed. */
    is_locked: z.boolean().default(true),
    created_at: Moment,
    is_deleted: z.boolean(),
    trashed_at: Moment.nullable(),
  }),
  captions: z.object({
    video_uuid: Uuid,
    language: LanguageTag,
    label: ShortText,
    kind: z.enum(CAPTION_KINDS),
    is_default: z.boolean(),
    cues: z.array(CaptionCue).max(50_000),
  }),
  categories: z.object({ uuid: Uuid, name: ShortText }),
  "video-categories": z.object({ video_uuid: Uuid, category_uuid: Uuid }),
  configs: z.object({
    uuid: Uuid,
    name: ShortText,
    rules: RuleSettings,
    sites: ConfigSites,
    is_revoked: z.boolean(),
    created_at: Moment,
  }),
  collections: z.object({ uuid: Uuid, name: ShortText, rules: RuleSettings, created_at: Moment }),
  "client-rules": z.object({
    rules: RuleSettings,
    time_zone: TimeZone.nullable(),
    is_indexed: z.boolean().default(false),
  }),
  "client-authorizations": z.object({
    authorized_videos: z.array(Uuid).max(100_000),
    authorized_ips: Addresses,
    unauthorized_ips: Addresses,
    authorized_vpns: z.boolean(),
    authorized_vpns_list: Addresses,
    authorized_countries: Countries,
    unauthorized_countries: Countries,
  }),
  "video-rules": z.object({
    video_uuid: Uuid,
    rules: RuleSettings,
    collection_uuid: Uuid.nullable(),
    /** When a page named the collection; null if a user did. */
    reported_at: Moment.nullable().default(null),
    config_uuid: Uuid.nullable(),
  }),
  "export-links": z.object({
    uuid: Uuid,
    video_uuid: Uuid,
    name: ShortText,
    /** The sites that may embed the link; they become a part of the header that allows frames. */
    sites: ExportLinkSites,
    ends_at: Moment.nullable(),
    is_paused: z.boolean(),
    created_at: Moment,
  }),
  teams: z.object({
    uuid: Uuid,
    name: ShortText,
    description: LongText,
    owner_uuid: Uuid.nullable(),
    owner_name: ShortText,
    created_at: Moment,
  }),
  "team-members": z.object({
    team_uuid: Uuid,
    user_uuid: Uuid,
    role: z.enum(["admin", "editor", "viewer"]),
    added_at: Moment,
  }),
  rooms: z.object({
    uuid: Uuid,
    kind: z.enum(["team", "project", "custom"]),
    name: ShortText,
    team_uuid: Uuid.nullable(),
    project_uuid: Uuid.nullable(),
    owner_uuid: Uuid.nullable(),
    created_at: Moment,
  }),
  messages: z.object({
    room_uuid: Uuid,
    id: ShortText,
    position: CountNumber,
    sender_uuid: Uuid.nullable(),
    sender_name: ShortText,
    text: LongText,
    reply_id: ShortText.nullable(),
    forwarded_sender: ShortText.nullable(),
    pinned_at: Moment.nullable(),
    created_at: Moment,
    edited_at: Moment.nullable(),
  }),
  "message-files": z.object({
    uuid: Uuid,
    room_uuid: Uuid,
    message_id: ShortText,
    name: ShortText,
    media_type: MediaType,
    size_bytes: CountNumber,
    duration_ms: CountNumber.nullable(),
    added_at: Moment,
  }),
  projects: z.object({
    uuid: Uuid,
    name: ShortText,
    description: LongText,
    owner_uuid: Uuid.nullable(),
    owner_name: ShortText,
    status: z.enum(["open", "inReview", "approved", "approvedWithNotes", "changesWanted"]),
    archived_at: Moment.nullable(),
    current_version: CountNumber,
    created_at: Moment,
    modified_at: Moment,
  }),
  "project-collaborators": z.object({
    project_uuid: Uuid,
    user_uuid: Uuid.nullable(),
    role: z.enum(["admin", "editor", "viewer"]),
    added_at: Moment,
  }),
  versions: z.object({
    project_uuid: Uuid,
    number: CountNumber,
    created_date: Moment,
    publisher_uuid: Uuid.nullable(),
    publisher_name: ShortText,
    description: LongText,
    kind: z.enum(["upload", "library", "cut"]),
    video_uuid: Uuid,
    video_title: ShortText,
  }),
  comments: z
    .object({
      uuid: Uuid,
      project_uuid: Uuid,
      version_number: CountNumber,
      thread_uuid: Uuid,
      frame: CountNumber.nullable(),
      end_frame: CountNumber.nullable(),
      author_uuid: Uuid.nullable(),
      author_name: ShortText,
      is_guest: z.boolean(),
      text: LongText,
      drawing: Drawing.nullable(),
      is_internal: z.boolean(),
      created_at: Moment,
      edited_at: Moment.nullable(),
      resolved_at: Moment.nullable(),
      resolved_by: ShortText.nullable(),
    })
    .refine(({ frame, end_frame }) => frame === null || end_frame === null || end_frame >= frame),
  attachments: z.object({
    uuid: Uuid,
    comment_uuid: Uuid,
    name: ShortText,
    media_type: MediaType,
    size_bytes: CountNumber,
    added_at: Moment,
  }),
  requests: z.object({
    project_uuid: Uuid,
    version_number: CountNumber,
    user_uuid: Uuid.nullable(),
    username: ShortText,
    asked_by: ShortText,
    asked_at: Moment,
    due_at: Moment.nullable(),
  }),
  decisions: z.object({
    project_uuid: Uuid,
    version_number: CountNumber,
    user_uuid: Uuid,
    username: ShortText,
    decision: z.enum(["approved", "approvedWithNotes", "changesWanted"]),
    note: LongText,
    decided_at: Moment,
  }),
} as const;

export type LineKind = keyof typeof LINE_SCHEMAS;
export const LINE_KINDS = Object.keys(LINE_SCHEMAS) as LineKind[];
export type ArchiveLine<K extends LineKind> = z.output<(typeof LINE_SCHEMAS)[K]>;
export type LinesByKind = { [K in LineKind]: ArchiveLine<K>[] };

export const isLineKind = (kind: string | undefined): kind is LineKind =>
  kind !== undefined && Object.hasOwn(LINE_SCHEMAS, kind);
