import {
  CAPTION_KINDS,
  CaptionCue,
  Chapters,
  ConfigSites,
  Description,
  Drawing,
  InputQualities,
  LanguageTag,
  RuleSettings,
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
    chapters: Chapters,
    download: z.boolean(),
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
  "video-rules": z.object({ video_uuid: Uuid, rules: RuleSettings, config_uuid: Uuid.nullable() }),
  "export-links": z.object({
    uuid: Uuid,
    video_uuid: Uuid,
    name: Name,
    sites: z.array(Name).max(100),
    ends_at: Time.nullable(),
    is_paused: z.boolean(),
    created_at: Time,
  }),
  projects: z.object({
    uuid: Uuid,
    name: Name,
    description: Text,
    owner_uuid: Uuid.nullable(),
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
  comments: z.object({
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
  }),
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
