import { AppError } from "@shoal/contract";
import type { ProjectAction } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { type Actor, type Guest, guestSessionEnded } from "../../accounts/auth/index.ts";
import { assertCan, getProjectOf, lockProjectOf } from "../projects/index.ts";
import { assertProjectsOffered } from "../teams/index.ts";
import { commentNotFound } from "./comment-errors.ts";

/** Who reads and writes comments: someone of the project, or a guest of a review link. */
export type Commenter = Actor | Guest;

export const isGuest = (actor: Commenter): actor is Guest => "guestUuid" in actor;

/** Of whom a comment or a reaction is: a user, a guest, or an API key, which is known by its name alone. */
export interface Author {
  userUuid: string | null;
  guestUuid: string | null;
  name: string;
}

export const authorOf = (actor: Commenter): Author =>
  isGuest(actor)
    ? { userUuid: null, guestUuid: actor.guestUuid, name: actor.name }
    : { userUuid: actor.key ? null : actor.userUuid, guestUuid: null, name: actor.username };

/** Whether something was written by this author. */
export const isBy = (
  row: { author_uuid: string | null; guest_uuid: string | null; author: string },
  { userUuid, guestUuid, name }: Author,
): boolean => {
  if (userUuid !== null) return row.author_uuid === userUuid;
  if (guestUuid !== null) return row.guest_uuid === guestUuid;
  return row.author_uuid === null && row.guest_uuid === null && row.author === name;
};

/** @throws AppError "project_not_found" for a project that the actor is not in. */
export async function assertInProject(tx: Tx, actor: Commenter, projectUuid: string): Promise<void> {
  if (isGuest(actor)) {
    if (actor.projectUuid !== projectUuid) throw new AppError("project_not_found", "No such project");
    return;
  }
  assertProjectsOffered(actor);
  await getProjectOf(tx, actor, projectUuid);
}

/** Whether a comment is there for the actor. @throws AppError "comment_not_found". */
export async function assertSees(
  tx: Tx,
  actor: Commenter,
  row: { project_uuid: string; version_number: number; is_internal: boolean },
): Promise<void> {
  if (isGuest(actor)) {
    const { projectUuid, version } = actor;
    if (row.project_uuid === projectUuid && row.version_number === version && !row.is_internal) return;
    throw commentNotFound();
  }
  await getProjectOf(tx, actor, row.project_uuid).catch(hideProject);
}

/** What the actor may do in a project that is locked for a change. @throws AppError "forbidden". */
export type AssertCan = (action: ProjectAction) => void;

/**
 * Locks a project for a change of its comments.
 * @throws AppError "project_not_found", or "guest_session_ended" where it has been archived.
 */
export async function lockForComments(tx: Tx, actor: Commenter, projectUuid: string): Promise<AssertCan> {
  if (!isGuest(actor)) {
    const project = await lockProjectOf(tx, actor, projectUuid);
    return (action) => assertCan(project, action);
  }
  const project = await lockForWork(tx, actor.clientUuid, projectUuid);
  if (!project || project.archived_at !== null) throw guestSessionEnded();
  return (action) => {
    if (action === "comment" && actor.mayComment) return;
    throw new AppError("forbidden", "This link does not allow it");
  };
}

/** A project with locked comments. */
export const lockForWork = (tx: Tx, clientUuid: string, projectUuid: string) =>
  tx
    .selectFrom("projects")
    .select("archived_at")
    .where("client_uuid", "=", clientUuid)
    .where("uuid", "=", projectUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** People outside the project do not learn that the comment exists. */
function hideProject(error: unknown): never {
  if (error instanceof AppError && error.code === "project_not_found") throw commentNotFound();
  throw error;
}
