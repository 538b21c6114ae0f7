import {
  CAPTION_KINDS,
  CaptionCue,
  Chapters,
  ConfigSites,
  Description,
  Drawing,
  InputQualities,
  IntroModal,
  LanguageTag,
  Place,
  RULE_ATTRIBUTES,
  RuleSettings,
  TimeZone,
  Title,
} from "@shoal/contract";
import { z } from "zod";

const Uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** PostgreSQL has no character 0. */
const Text = z
  .string()
  .max(20_000)
  .refine((text) => !text.includes("\0"));
const Name = Text.max(500);
const Time = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const Count = z.number().int().min(0).max(2_147_483_647);
const { authorizedIPs: Addresses, authorizedCountries: Countries } = RULE_ATTRIBUTES;
const Tags = z.array(Name).max(1_000);

/** What is read of each kind of lines; other fields are left where they are. */
export const LINES = {
  users: z.object({ uuid: Uuid, username: Name, email: Name.nullable() }),
  videos: z.object({
    uuid: Uuid,
    kind: Name,
    type: Name,
    title: Title,
    description: Description,
    tags: Tags,
    user_uuid: Uuid.nullable(),
    input_qualities: InputQualities,
    first_pass: z.boolean(),
    autoplay: z.boolean(),
    original_name: Name.nullable(),
    starts_at: Time.nullable(),
    delete_at: Time.nullable(),
    /** Nobody watches it before either. */
    simulated_live_at: Time.nullable(),
    intro_modal: IntroModal.nullable(),
    place: Place.nullable(),
    chapters: Chapters,
    download: z.boolean(),
    /** It asks for a password, which does not travel. An archive that does not say so is taken as if it did. */
    is_locked: z.boolean().default(true),
    created_at: Time,
    is_deleted: z.boolean(),
    trashed_at: Time.nullable(),
  }),
  captions: z.object({
    video_uuid: Uuid,
    language: LanguageTag,
    label: Name,
    kind: z.enum(CAPTION_KINDS),
    is_default: z.boolean(),
    cues: z.array(CaptionCue).max(50_000),
  }),
  categories: z.object({ uuid: Uuid, name: Name }),
  "video-categories": z.object({ video_uuid: Uuid, category_uuid: Uuid }),
  configs: z.object({
    uuid: Uuid,
    name: Name,
    rules: RuleSettings,
    sites: ConfigSites,
    is_revoked: z.boolean(),
    created_at: Time,
  }),
  collections: z.object({ uuid: Uuid, name: Name, rules: RuleSettings, created_at: Time }),
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
    /** A page named the collection, and nobody chose it. */
    reported_at: Time.nullable().default(null),
    config_uuid: Uuid.nullable(),
  }),
  "export-links": z.object({
    uuid: Uuid,
    video_uuid: Uuid,
    name: Name,
    sites: z.array(Name).max(100),
    ends_at: Time.nullable(),
    is_paused: z.boolean(),
    created_at: Time,
  }),
  teams: z.object({
    uuid: Uuid,
    name: Name,
    description: Text,
    owner_uuid: Uuid.nullable(),
    owner_name: Name,
    created_at: Time,
  }),
  "team-members": z.object({
    team_uuid: Uuid,
    user_uuid: Uuid,
    role: z.enum(["admin", "editor", "viewer"]),
    added_at: Time,
  }),
  rooms: z.object({
    uuid: Uuid,
    kind: z.enum(["team", "project", "custom"]),
    name: Name,
    team_uuid: Uuid.nullable(),
    project_uuid: Uuid.nullable(),
    owner_uuid: Uuid.nullable(),
    created_at: Time,
  }),
  messages: z.object({
    room_uuid: Uuid,
    id: Name,
    position: Count,
    sender_uuid: Uuid.nullable(),
    sender_name: Name,
    text: Text,
    reply_id: Name.nullable(),
    forwarded_sender: Name.nullable(),
    pinned_at: Time.nullable(),
    created_at: Time,
    edited_at: Time.nullable(),
  }),
  "message-files": z.object({
    uuid: Uuid,
    room_uuid: Uuid,
    message_id: Name,
    name: Name,
    media_type: Name,
    size_bytes: Count,
    duration_ms: Count.nullable(),
    added_at: Time,
  }),
  projects: z.object({
    uuid: Uuid,
    name: Name,
    description: Text,
    owner_uuid: Uuid.nullable(),
    owner_name: Name,
    status: z.enum(["open", "inReview", "approved", "approvedWithNotes", "changesWanted"]),
    archived_at: Time.nullable(),
    current_version: Count,
    created_at: Time,
    modified_at: Time,
  }),
  "project-collaborators": z.object({
    project_uuid: Uuid,
    user_uuid: Uuid.nullable(),
    role: z.enum(["admin", "editor", "viewer"]),
    added_at: Time,
  }),
  versions: z.object({
    project_uuid: Uuid,
    number: Count,
    created_date: Time,
    publisher_uuid: Uuid.nullable(),
    publisher_name: Name,
    description: Text,
    kind: z.enum(["upload", "library", "cut"]),
    video_uuid: Uuid,
    video_title: Name,
  }),
  comments: z
    .object({
      uuid: Uuid,
      project_uuid: Uuid,
      version_number: Count,
      thread_uuid: Uuid,
      frame: Count.nullable(),
      end_frame: Count.nullable(),
      author_uuid: Uuid.nullable(),
      author_name: Name,
      is_guest: z.boolean(),
      text: Text,
      drawing: Drawing.nullable(),
      is_internal: z.boolean(),
      created_at: Time,
      edited_at: Time.nullable(),
      resolved_at: Time.nullable(),
      resolved_by: Name.nullable(),
    })
    .refine(({ frame, end_frame }) => frame === null || end_frame === null || end_frame >= frame),
  attachments: z.object({
    uuid: Uuid,
    comment_uuid: Uuid,
    name: Name,
    media_type: Name,
    size_bytes: Count,
    added_at: Time,
  }),
  requests: z.object({
    project_uuid: Uuid,
    version_number: Count,
    user_uuid: Uuid.nullable(),
    username: Name,
    asked_by: Name,
    asked_at: Time,
    due_at: Time.nullable(),
  }),
  decisions: z.object({
    project_uuid: Uuid,
    version_number: Count,
    user_uuid: Uuid,
    username: Name,
    decision: z.enum(["approved", "approvedWithNotes", "changesWanted"]),
    note: Text,
    decided_at: Time,
  }),
} as const;

export type LineKind = keyof typeof LINES;
export const LINE_KINDS = Object.keys(LINES) as LineKind[];
export type Line<K extends LineKind> = z.output<(typeof LINES)[K]>;
export type AllLines = { [K in LineKind]: Line<K>[] };

export const isLineKind = (kind: string | undefined): kind is LineKind =>
  kind !== undefined && Object.hasOwn(LINES, kind);
