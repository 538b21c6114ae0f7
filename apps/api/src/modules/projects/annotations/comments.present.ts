import type { CommentView } from "@shoal/contract";
import type { FoundComment, FoundReaction } from "./comments.repository.ts";

/** What a comment is for somebody. @param reactions of it, the oldest first. */
export function presentComment(
  row: FoundComment,
  userUuid: string,
  reactions: readonly FoundReaction[],
): CommentView {
  const isDeleted = row.deleted_at !== null;
  const byEmoji = Map.groupBy(isDeleted ? [] : reactions, ({ emoji }) => emoji);
  return {
    uuid: row.uuid,
    project: row.project_uuid,
    version: row.version_number,
    frame: row.frame,
    endFrame: row.end_frame,
    text: isDeleted ? "" : row.text,
    hasDrawing: !isDeleted && row.has_drawing,
    parent: row.thread_uuid === row.uuid ? null : row.thread_uuid,
    isInternal: row.is_internal,
    mentions: isDeleted ? [] : row.mentions,
    author: { name: row.author, isGuest: row.is_guest },
    isMine: row.author_uuid === userUuid,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    reactions: [...byEmoji].map(([emoji, given]) => ({ emoji, names: given.map(({ name }) => name) })),
    attachments: [],
    revision: row.revision,
    seq: row.seq,
  };
}
