import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { LooseMoment, Text, Uuid } from "../text.ts";

/** The roles in a project (§6), the strongest first. */
export const PROJECT_ROLES = ["admin", "editor", "viewer"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];
/** The standing of a person in a project; the owner cannot be removed. */
export const PROJECT_STANDINGS = ["owner", ...PROJECT_ROLES] as const;
export type ProjectStanding = (typeof PROJECT_STANDINGS)[number];

/** The status of a project, by the decisions on its newest version. An archived project is read-only. */
export const PROJECT_STATUSES = [
  "open",
  "inReview",
  "approved",
  "approvedWithNotes",
  "changesWanted",
  "archived",
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** The origin of a version's video: a file uploaded for it, the library, or a cut of another version. */
export const VERSION_KINDS = ["upload", "library", "cut"] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/**
 * - `playable`: can be watched; better qualities may still follow.
 * - `preparing`: being uploaded or encoded; nothing can be watched yet.
 * - `failed`: could not be uploaded or encoded.
 * - `trashed`: in the trash, can be restored.
 * - `deleted`: permanently deleted.
 */
export const VERSION_VIDEO_STATES = ["playable", "preparing", "failed", "trashed", "deleted"] as const;
export type VersionVideoState = (typeof VERSION_VIDEO_STATES)[number];

export const MAX_PROJECTS = 10_000;
export const MAX_PROJECT_NAME_LENGTH = 200;
export const MAX_PROJECT_DESCRIPTION_LENGTH = 5_000;
export const MAX_PROJECT_PEOPLE = 200;
export const MAX_PROJECT_TEAMS = 50;
export const MAX_PROJECT_VERSIONS = 1_000;
export const MAX_VERSION_DESCRIPTION_LENGTH = 5_000;
/** The page size of the project video picker (§9). */
export const PROJECT_PICKER_PAGE_SIZE = 4;

// The messages for missing fields, as quoted by SPEC.md (§5).
export const PROJECT_TITLE_REQUIRED = "A project title is required";
export const PROJECT_VIDEO_REQUIRED = "A video file is required";
export const COLLABORATOR_REQUIRED = "Collaborator's username is required";
export const TEAM_NAME_REQUIRED = "A team name is required";

export const ProjectName = Text.trim().min(1, PROJECT_TITLE_REQUIRED).max(MAX_PROJECT_NAME_LENGTH);
export const ProjectDescription = Text.trim().max(MAX_PROJECT_DESCRIPTION_LENGTH);
export const VersionDescription = Text.trim().max(MAX_VERSION_DESCRIPTION_LENGTH);
const NeededVideo = z
  .uuid({ error: ({ input }) => (input ? undefined : PROJECT_VIDEO_REQUIRED) })
  .toLowerCase();
/** A username as entered; an unknown username fails with `User {name} not found`. */
export const CollaboratorName = Text.trim().min(1, COLLABORATOR_REQUIRED).max(60);

/** An invited person; a plain text is their username. */
export const Collaborator = z.preprocess(
  (value) => (typeof value === "string" ? { username: value } : value),
  z.strictObject({ username: CollaboratorName, role: z.enum(PROJECT_ROLES).default("viewer") }),
);
export type Collaborator = z.infer<typeof Collaborator>;

export const CreateProject = z.strictObject({
  name: ProjectName,
  description: ProjectDescription.default(""),
  collabs: z.array(Collaborator).max(MAX_PROJECT_PEOPLE).default([]),
  /** The uuids of the teams that are added to the project. */
  teams: z.array(Uuid).max(MAX_PROJECT_TEAMS).default([]),
  /** The uuid of the first version's video. */
  uuid: NeededVideo,
  /** The origin of the first version's video. */
  kind: z.enum(VERSION_KINDS).default("library"),
});
export type CreateProject = z.infer<typeof CreateProject>;

export const UpdateProject = z.strictObject({
  revision: Revision.optional(),
  name: ProjectName.optional(),
  description: ProjectDescription.optional(),
  /** The version that the project opens with. */
  currentVersion: z.number().int().min(1).max(MAX_PROJECT_VERSIONS).optional(),
  /** The new status, only for a project without decisions and reviewers; otherwise the status follows from them. */
  status: z.enum(["open", "inReview", "approved"]).optional(),
  /** Whether the project is archived: it is read-only until it is restored from the archive. */
  isArchived: z.boolean().optional(),
});
export type UpdateProject = z.infer<typeof UpdateProject>;

export const CreateVersion = z.strictObject({
  uuidVideo: NeededVideo,
  description: VersionDescription.default(""),
  createdDate: LooseMoment.optional(),
  /** The number of the version: the next one by default; an existing number is rejected. */
  number: z.number().int().min(1).max(MAX_PROJECT_VERSIONS).optional(),
  /** The publisher is taken from the session: a value in the request is ignored. */
  publisher: Text.max(200).optional(),
  kind: z.enum(VERSION_KINDS).default("library"),
});
export type CreateVersion = z.infer<typeof CreateVersion>;

export const UpdateVersion = z.strictObject({
  description: VersionDescription.optional(),
  createdDate: LooseMoment.optional(),
  uuidVideo: Uuid.optional(),
  /** Whether the version becomes the one that the project opens with. */
  isCurrent: z.boolean().optional(),
  /** The version's number as in the path, for clients that send a whole version back. */
  number: z.number().int().min(1).max(MAX_PROJECT_VERSIONS).optional(),
  publisher: Text.max(200).optional(),
});
export type UpdateVersion = z.infer<typeof UpdateVersion>;

/** Frames of a video, as comments count them: frame n is shown in [n / rate, (n + 1) / rate). */
export const VideoFrames = z.object({
  /** Frames per second: 30000/1001 is 29.97. */
  rate: z.object({ num: z.number(), den: z.number() }),
  count: z.number(),
  /** Whether the source has frames of uneven length, which are shown on an even grid at this rate. */
  isVariable: z.boolean(),
  /**
   * The timecode of the first frame in the source: `01:00:00:00`, with a semicolon before the frames for drop frame; null
   * without one.
   */
  startTimecode: z.string().nullable(),
});
export type VideoFrames = z.infer<typeof VideoFrames>;

/** The video of a version, with the fields that people of the project need to play it. */
export const VersionVideo = z.object({
  uuid: z.string(),
  /** The title that the video has, or had when it was deleted. */
  title: z.string(),
  state: z.enum(VERSION_VIDEO_STATES),
  encodingStatus: z.string().nullable(),
  encodingPercent: z.number(),
  uploadingPercent: z.number(),
  /** Whether viewers need a password for the video or must wait for its start date. People of the project can watch it anyway. */
  isLocked: z.boolean(),
  /** Whether the published file of this version was replaced. */
  isReplaced: z.boolean(),
  /** The length in seconds; null until it is known. */
  duration: z.number().nullable(),
  /** The frames of the video; null until they are known. */
  frames: VideoFrames.nullable(),
  thumbnail: z.string().nullable(),
  /** The address of the player. */
  embedUrl: z.string(),
});
export type VersionVideo = z.infer<typeof VersionVideo>;

export const VersionView = z.object({
  number: z.number(),
  createdDate: z.string(),
  /** The publisher's username, kept when the user is deleted. */
  publisher: z.string(),
  description: z.string(),
  uuidVideo: z.string(),
  kind: z.enum(VERSION_KINDS),
  isCurrent: z.boolean(),
  video: VersionVideo,
});
export type VersionView = z.infer<typeof VersionView>;

/** A project in a list. */
export const ProjectSummary = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  /** The owner's username; it stays when the user is deleted. */
  owner: z.string(),
  /** The caller's role in the project. */
  role: z.enum(PROJECT_STANDINGS),
  status: z.enum(PROJECT_STATUSES),
  currentVersion: z.number(),
  versionCount: z.number(),
  /** The number of unresolved threads in all versions. */
  openCommentCount: z.number(),
  /** The uuid of the newest version's video. */
  uuidVideo: z.string(),
  thumbnail: z.string().nullable(),
  /** The people invited directly, without the owner. */
  collabs: z.array(z.object({ username: z.string(), role: z.enum(PROJECT_ROLES), isGone: z.boolean() })),
  /** The uuids of the project's teams. */
  teams: z.array(z.string()),
  createdAt: z.string(),
  lastActivityAt: z.string(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const ProjectView = ProjectSummary.extend({
  teamRoles: z.array(
    z.object({
      uuid: z.string(),
      teamName: z.string(),
      /** The role of all members of the team; null if each has their role in the team. */
      role: z.enum(PROJECT_ROLES).nullable(),
    }),
  ),
  lastModifyAt: z.string(),
  /** The revision, which a change sends back. It prevents a change from overwriting another user's change. */
  revision: z.number(),
});
export type ProjectView = z.infer<typeof ProjectView>;

/** Someone with access to a project. */
export const ProjectPerson = z.object({
  username: z.string(),
  /** The person's name; null if none was given. */
  name: z.string().nullable(),
  role: z.enum(PROJECT_STANDINGS),
  /** Whether the person was invited personally rather than through a team. */
  isDirect: z.boolean(),
  /** The names of the teams through which the person belongs to the project. */
  teams: z.array(z.string()),
});
export type ProjectPerson = z.infer<typeof ProjectPerson>;
