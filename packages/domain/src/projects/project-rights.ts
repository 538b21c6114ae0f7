import { PROJECT_STANDINGS, type ProjectStanding } from "@shoal/contract";

export type ProjectAction =
  | "watch"
  | "comment"
  /** The action of resolving one's own comments. */
  | "resolveOwn"
  | "resolveAny"
  | "decide"
  | "manageVersions"
  | "manageReviewLinks"
  | "invite"
  | "changeRoles"
  | "editSettings"
  /** The action of archiving a project, or restoring it from the archive. */
  | "archive"
  | "delete"
  | "leave";

const EVERYONE: readonly ProjectStanding[] = PROJECT_STANDINGS;
const EDITORS: readonly ProjectStanding[] = ["owner", "admin", "editor"];
const ADMINS: readonly ProjectStanding[] = ["owner", "admin"];

/** The permissions in projects (§6), for the api, the socket and buttons. */
const PERMISSIONS: Readonly<Record<ProjectAction, readonly ProjectStanding[]>> = {
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
  // The owner is not listed, since they cannot leave their project.
  leave: ["admin", "editor", "viewer"],
};

/** The actions allowed in an archived project; everything else is read-only. */
const ARCHIVE_ACTIONS: readonly ProjectAction[] = ["watch", "archive", "delete", "leave"];

/**
 * Returns whether a user can perform an action in a project.
 * @param standing undefined for non-members.
 * @example canInProject("viewer", "comment") // true
 * @example canInProject("admin", "invite", { isArchived: true }) // false
 */
export function canInProject(
  standing: ProjectStanding | undefined,
  action: ProjectAction,
  { isArchived = false }: { isArchived?: boolean } = {},
): boolean {
  if (standing === undefined || (isArchived && !ARCHIVE_ACTIONS.includes(action))) return false;
  return PERMISSIONS[action].includes(standing);
}

/**
 * Returns the standing of someone who belongs to a project both directly and through teams: the strongest role applies.
 * @example strongestStanding(["viewer", "editor"]) // "editor"
 * @example strongestStanding([]) // undefined
 */
export function strongestStanding(standings: readonly ProjectStanding[]): ProjectStanding | undefined {
  return PROJECT_STANDINGS.find((standing) => standings.includes(standing));
}
