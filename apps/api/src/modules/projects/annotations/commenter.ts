import { AppError } from "@shoal/contract";
import type { ProjectAction } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { type Actor, type Guest, guestSessionEnded } from "../../accounts/auth/index.ts";
import { assertCan, getProjectOf, lockProjectOf } from "../projects/index.ts";
import { assertProjectsOffered } from "../teams/index.ts";
import { commentNotFound } from "./comment-errors.ts";

/** A caller who reads and writes comments: a user in the project, or a guest of a review link. */
export type Commenter = Actor | Guest;

export const isGuest = (actor: Commenter): actor is Guest => "guestUuid" in actor;

/** The author of a comment or a reaction: a user, a guest, or an API key, which is identified by its name. */
export interface CommentAuthor {
  userUuid: string | null;
  guestUuid: string | null;
  name: string;
}

export const authorOf = (actor: Commenter): CommentAuthor =>
  isGuest(actor)
    ? { userUuid: null, guestUuid: actor.guestUuid, name: actor.name }
    : { userUuid: actor.key ? null : actor.userUuid, guestUuid: null, name: actor.username };

/** Whether a comment or reply was written by this author. */
export const isAuthoredBy = (
  row: { author_uuid: string | null; guest_uuid: string | null; author: string },
  { userUuid, guestUuid, name }: CommentAuthor,
): boolean => {
  if (userUuid !== null) return row.author_uuid === userUuid;
  if (guestUuid !== null) return row.guest_uuid === guestUuid;
  return row.author_uuid === null && row.guest_uuid === null && row.author === name;
};

/** @throws AppError "project_not_found" if the actor is not in the project. */
export async function assertInProject(tx: Tx, actor: Commenter, projectUuid: string): Promise<void> {
  if (isGuest(actor)) {
    if (actor.projectUuid !== projectUuid) throw new AppError("project_not_found", "No such project");
    return;
  }
  assertProjectsOffered(actor);
  await getProjectOf(tx, actor, projectUuid);
}

/** Checks that the actor can see a comment. @throws AppError "comment_not_found". */
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
  await getProjectOf(tx, actor, row.project_uuid).catch(hideProjectError);
}

/** Requires that the actor's role permits an action in a locked project. @throws AppError "forbidden". */
export type AssertPermission = (action: ProjectAction) => void;

/**
 * Locks a project before its comments change.
 * @throws AppError "project_not_found", or "guest_session_ended" if it was archived.
 */
export async function lockForComments(
  tx: Tx,
  actor: Commenter,
  projectUuid: string,
): Promise<AssertPermission> {
  if (!isGuest(actor)) {
    const project = await lockProjectOf(tx, actor, projectUuid);
    return (action) => assertCan(project, action);
  }
  const project = await lockForWork(tx, actor.clientUuid, projectUuid);
  if (!project || project.archived_at !== null) throw guestSessionEnded();
  return (action) => {
    if (action === "comment" && actor.mayComment) return;
    throw new AppError("forbidden", "This review link does not allow this");
  };
}

/** Locks the comments of a project for a background task. */
export const lockForWork = (tx: Tx, clientUuid: string, projectUuid: string) =>
  tx
    .selectFrom("projects")
    .select("archived_at")
    .where("client_uuid", "=", clientUuid)
    .where("uuid", "=", projectUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Turns "project_not_found" into "comment_not_found", so that outsiders do not learn that the comment exists. */
function hideProjectError(error: unknown): never {
  if (error instanceof AppError && error.code === "project_not_found") throw commentNotFound();
  throw error;
}
