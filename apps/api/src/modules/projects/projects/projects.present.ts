import type {
  ProjectPerson,
  ProjectSummary,
  ProjectView,
  VersionVideo,
  VersionView,
  VideoFrames,
} from "@shoal/contract";
import { strongestStanding } from "@shoal/domain";
import { presentThumbnail, type ServingEdge } from "../../media/videos/index.ts";
import { countFrames } from "./count-frames.ts";
import type { FoundProject, ProjectsRepository } from "./projects.repository.ts";
import { standingOf } from "./standing.ts";
import type { FoundVersion } from "./versions.repository.ts";

type RowsOf<K extends keyof ProjectsRepository> = ProjectsRepository[K] extends (...args: never[]) => infer R
  ? Awaited<R>
  : never;

export interface ProjectParts {
  collaborators: RowsOf<"listCollaborators">;
  teams: RowsOf<"listTeams">;
}

/** Returns a project with the field names of the API (§3). */
export function presentSummary(row: FoundProject, parts: ProjectParts, edge: ServingEdge): ProjectSummary {
  const { video_uuid: video, picture_lock: lock } = row;
  return {
    uuid: row.uuid,
    name: row.name,
    description: row.description,
    owner: row.owner,
    role: standingOf(row.rank) ?? "viewer",
    status: row.archived_at ? "archived" : row.status,
    currentVersion: row.current_version,
    versionCount: row.version_count ?? 0,
    openCommentCount: row.open_comment_count,
    uuidVideo: video ?? "",
    thumbnail: video && lock ? presentThumbnail({ ...row, uuid: video, picture_lock: lock }, edge) : null,
    collabs: parts.collaborators.map(({ username, role, user_uuid: uuid }) => ({
      username,
      role,
      isGone: uuid === null,
    })),
    teams: parts.teams.map(({ uuid }) => uuid),
    createdAt: row.created_at.toISOString(),
    lastActivityAt: row.last_activity_at.toISOString(),
  };
}

export function presentProject(row: FoundProject, parts: ProjectParts, edge: ServingEdge): ProjectView {
  return {
    ...presentSummary(row, parts, edge),
    teamRoles: parts.teams.map(({ uuid, name, role }) => ({ uuid, teamName: name, role })),
    lastModifyAt: row.modified_at.toISOString(),
    revision: row.revision,
  };
}

export interface PeopleOfProject {
  owner: RowsOf<"findOwner">;
  collaborators: RowsOf<"listCollaborators">;
  members: RowsOf<"listTeamMembers">;
}

/** Lists everyone with access once, with their highest role; the owner first, then by username. */
export function presentPeople({ owner, collaborators, members }: PeopleOfProject): ProjectPerson[] {
  const ways = [
    ...(owner ? [{ ...owner, role: "owner" as const, team: undefined }] : []),
    ...collaborators.map((row) => ({ ...row, team: undefined })),
    ...members.map((row) => ({ ...row, team: row.team_name })),
  ].filter((way) => way.user_uuid !== null);
  const people = [...Map.groupBy(ways, (way) => way.user_uuid).values()].map((own) => ({
    username: own[0]?.username ?? "",
    name: own[0]?.name ?? null,
    role: strongestStanding(own.map(({ role }) => role)) ?? ("viewer" as const),
    isDirect: own.some(({ team }) => team === undefined),
    teams: own.flatMap(({ team }) => (team === undefined ? [] : [team])),
  }));
  const isOwner = ({ role }: ProjectPerson) => Number(role === "owner");
  return people.sort((a, b) => isOwner(b) - isOwner(a) || a.username.localeCompare(b.username));
}

export function presentVersion(row: FoundVersion, edge: ServingEdge, nowMs: number): VersionView {
  return {
    number: row.number,
    createdDate: row.created_date.toISOString(),
    publisher: row.publisher,
    description: row.description,
    uuidVideo: row.video_uuid,
    kind: row.kind,
    isCurrent: row.number === row.current_version,
    video: presentVideoOf(row, edge, nowMs),
  };
}

function presentVideoOf(row: FoundVersion, edge: ServingEdge, nowMs: number): VersionVideo {
  const state = stateOf(row);
  const isThere = state !== "deleted" && state !== "trashed";
  const lock = row.picture_lock;
  return {
    uuid: row.video_uuid,
    title: row.title ?? row.video_title,
    state,
    encodingStatus: row.status,
    encodingPercent: row.encoding_percent ?? 0,
    uploadingPercent: row.uploading_percent ?? 0,
    isLocked: isThere && (row.has_password || (row.starts_at !== null && row.starts_at.getTime() > nowMs)),
    isReplaced: isThere && row.source_now !== row.source_object && isOfReplacement(row.source_now),
    duration: row.duration_sec,
    frames: row.source_info?.video ? framesOf(row.source_info) : null,
    embedUrl: `${edge.url}/embed/${row.video_uuid}`,
    thumbnail:
      isThere && lock ? presentThumbnail({ ...row, uuid: row.video_uuid, picture_lock: lock }, edge) : null,
  };
}

function framesOf({ durationSec, video }: NonNullable<FoundVersion["source_info"]>): VideoFrames {
  const { fps: rate, isVariableFrameRate, timecode } = video;
  return {
    rate,
    count: countFrames(durationSec, video),
    isVariable: isVariableFrameRate,
    startTimecode: timecode ?? null,
  };
}

/** Whether a source object is a replacement file. Restarted uploads have other names. */
const isOfReplacement = (sourceObject: string | null) => sourceObject?.includes("/source-") ?? false;

function stateOf(row: FoundVersion): VersionVideo["state"] {
  if (row.found_uuid === null || row.is_deleted) return "deleted";
  if (row.trashed_at !== null) return "trashed";
  if (row.status === "error" || row.status === "upload_failed") return "failed";
  if (row.has_tracks) return "playable";
  return row.status === "stopped" ? "failed" : "preparing";
}
