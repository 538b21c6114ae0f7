import { PROJECT_STANDINGS, type ProjectStanding } from "@shoal/contract";

/** All that can be done in a project. */
export type ProjectAction =
  | "watch"
  | "comment"
  /** For comments of the same person. */
  | "resolveOwn"
  | "resolveAny"
  | "decide"
  | "manageVersions"
  | "manageReviewLinks"
  | "invite"
  | "changeRoles"
  | "editSettings"
  /** Also to take it out of the archive. */
  | "archive"
  | "delete"
  | "leave";

const EVERYONE: readonly ProjectStanding[] = PROJECT_STANDINGS;
const EDITORS: readonly ProjectStanding[] = ["owner", "admin", "editor"];
const ADMINS: readonly ProjectStanding[] = ["owner", "admin"];

/** The permissions in projects (§6), for the api, the socket and buttons. */
const MAY: Readonly<Record<ProjectAction, readonly ProjectStanding[]>> = {
  watch: EVERYONE,
  comment: EVERYONE,
  resolveOwn: EVERYONE,
  resolveAny: EDITORS,
  decide: EDITORS,
  manageVersions: EDITORS,
  manageReviewLinks: EDITORS,
  invite: ADMINS,
  changeRoles: ADMINS,
  editSettings: ADMINS,
  archive: ADMINS,
  delete: ADMINS,
  // The owner stays for as long as the project does.
  leave: ["admin", "editor", "viewer"],
};

/** The actions allowed in an archived project: the rest is read only. */
const IN_ARCHIVE: readonly ProjectAction[] = ["watch", "archive", "delete", "leave"];

/**
 * Whether someone may do something in a project.
 * @param standing undefined for who is not in it.
 * @example canInProject("viewer", "comment") // true
 * @example canInProject("admin", "invite", { isArchived: true }) // false
 */
export function canInProject(
  standing: ProjectStanding | undefined,
  action: ProjectAction,
  { isArchived = false }: { isArchived?: boolean } = {},
): boolean {
  if (standing === undefined || (isArchived && !IN_ARCHIVE.includes(action))) return false;
  return MAY[action].includes(standing);
}

/**
 * The standing of a person who is in a project in several ways, directly and by teams: the strongest role applies.
 * @example strongestStanding(["viewer", "editor"]) // "editor"
 * @example strongestStanding([]) // undefined
 */
export function strongestStanding(standings: readonly ProjectStanding[]): ProjectStanding | undefined {
  return PROJECT_STANDINGS.find((standing) => standings.includes(standing));
}
