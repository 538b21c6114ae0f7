import type { CommentView } from "@shoal/contract";
import { authorOf, type Commenter, isAuthoredBy, isGuest } from "./commenter.ts";
import type { FoundAttachment, FoundComment, FoundReaction } from "./comments.repository.ts";

/** The files and reactions of a comment, oldest first. */
export interface CommentParts {
  reactions: readonly FoundReaction[];
  attachments: readonly FoundAttachment[];
}

/**
 * Returns a comment as the caller may see it. For guests, a comment that became internal appears deleted, and only authors are
 * named.
 */
export function presentComment(
  row: FoundComment,
  actor: Commenter,
  { reactions, attachments }: CommentParts,
): CommentView {
  const isForGuest = isGuest(actor);
  const isHidden = isForGuest && row.is_internal;
  const isDeleted = row.deleted_at !== null || isHidden;
  const deletedAt = isHidden ? (row.edited_at ?? row.created_at) : row.deleted_at;
  const byEmoji = Map.groupBy(isDeleted ? [] : reactions, ({ emoji }) => emoji);
  const nameOf = ({ name, is_guest }: FoundReaction) => (isForGuest && !is_guest ? "" : name);
  const isOwn = ({ user_uuid, guest_uuid, name }: FoundReaction) =>
    isAuthoredBy({ author_uuid: user_uuid, guest_uuid, author: name }, authorOf(actor));
  return {
    uuid: row.uuid,
    project: row.project_uuid,
    version: row.version_number,
    frame: row.frame,
    endFrame: row.end_frame,
    text: isDeleted ? "" : row.text,
    hasDrawing: !isDeleted && row.has_drawing,
    parent: row.thread_uuid === row.uuid ? null : row.thread_uuid,
    isInternal: row.is_internal && !isForGuest,
    mentions: isDeleted || isForGuest ? [] : row.mentions,
    author: { name: row.author, isGuest: row.is_guest },
    isMine: isAuthoredBy(row, authorOf(actor)),
    ...(row.imported_by === null || isForGuest ? {} : { importedBy: row.imported_by }),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: isForGuest ? null : row.resolved_by,
    reactions: [...byEmoji].map(([emoji, given]) => ({
      emoji,
      names: given.map(nameOf),
      isMine: given.some(isOwn),
    })),
    attachments: isDeleted
      ? []
      : attachments.map((attachment) => ({
          uuid: attachment.uuid,
          name: attachment.name,
          bytes: attachment.size_bytes,
          mediaType: attachment.media_type,
          preview: presentPreview(attachment),
        })),
    revision: row.revision,
    seq: row.seq,
  };
}

function presentPreview({
  preview_kind: kind,
  preview_bytes,
  width,
  height,
  duration_ms,
  waveform,
}: FoundAttachment): CommentView["attachments"][number]["preview"] {
  if (kind === null) return null;
  const duration = duration_ms === null ? null : duration_ms / 1_000;
  return { kind, hasPicture: preview_bytes > 0, width, height, duration, waveform };
}
