import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { Text, Uuid } from "../text.ts";
import { Drawing } from "./drawing.ts";
import { CollaboratorName } from "./project.ts";

export const MAX_COMMENT_TEXT_LENGTH = 5_000;
export const MAX_COMMENT_MENTIONS = 50;
/** The number of different emoji that can be added to one comment. */
export const MAX_COMMENT_REACTIONS = 20;
export const MAX_COMMENT_ATTACHMENTS = 10;
export const MAX_COMMENT_ATTACHMENT_BYTES = 10_000_000;
/** Maximum number of comments per version, including replies. */
export const MAX_COMMENTS = 20_000;
export const MAX_COMMENT_PAGE_SIZE = 500;
/** How long a deleted comment can be restored before its text and its drawing are removed. */
export const COMMENT_RETENTION_HOURS = 24;
/** The last frame that a comment can be at: 24 hours at 120 frames a second. */
export const MAX_FRAME_NUMBER = 24 * 3_600 * 120;

/** Frames are counted from 0; frame n is shown in [n / rate, (n + 1) / rate). */
export const FrameNumber = z.number().int().min(0).max(MAX_FRAME_NUMBER);
const CommentText = Text.trim().max(MAX_COMMENT_TEXT_LENGTH);
const Mentions = z.array(CollaboratorName).max(MAX_COMMENT_MENTIONS);

/** Returns whether a range ends at or after its start. */
const isInOrder = ({
  frame,
  endFrame,
}: {
  frame?: number | null | undefined;
  endFrame?: number | null | undefined;
}) => endFrame === undefined || endFrame === null || (typeof frame === "number" && endFrame >= frame);
const OUT_OF_ORDER_ISSUE = { path: ["endFrame"], message: "must not be before the first frame" };

const NewComment = z.strictObject({
  /** The id that the page gives the comment: resending it returns the existing comment. */
  uuid: Uuid,
  /** The frame; null for a comment on the whole version. A reply has the frame of the comment to which it replies. */
  frame: FrameNumber.nullable().default(null),
  /** The last frame of a range. */
  endFrame: FrameNumber.nullable().default(null),
  text: CommentText.default(""),
  drawing: Drawing.nullable().default(null),
  /** The comment to which this comment replies; a reply to a reply belongs to the same thread. */
  parent: Uuid.nullable().default(null),
  /**
   * Whether the comment is hidden from guests of review links. Replies inherit the value from their thread, and true is rejected if
   * guests can see the thread.
   */
  isInternal: z.boolean().default(false),
  /** The usernames of the mentioned project members, who are notified. */
  mentions: Mentions.default([]),
});
/** The fields that only members can set, since guests cannot mention anyone or write internal comments. */
const MEMBER_FIELDS = { isInternal: true, mentions: true } as const;
const NewGuestComment = NewComment.omit(MEMBER_FIELDS);
const hasContent = ({ text, drawing }: z.infer<typeof NewGuestComment>) => text !== "" || drawing !== null;
const EMPTY_COMMENT_ISSUE = { path: ["text"], message: "is required without a drawing" };

export const CreateComment = NewComment.refine(isInOrder, OUT_OF_ORDER_ISSUE).refine(
  hasContent,
  EMPTY_COMMENT_ISSUE,
);
export type CreateComment = z.infer<typeof CreateComment>;
export const CreateGuestComment = NewGuestComment.refine(isInOrder, OUT_OF_ORDER_ISSUE).refine(
  hasContent,
  EMPTY_COMMENT_ISSUE,
);
export type CreateGuestComment = z.infer<typeof CreateGuestComment>;

const CommentChange = z.strictObject({
  /** The revision that the user edited. It prevents the change from overwriting another one. */
  revision: Revision,
  text: CommentText.optional(),
  drawing: Drawing.nullable().optional(),
  frame: FrameNumber.nullable().optional(),
  endFrame: FrameNumber.nullable().optional(),
  isInternal: z.boolean().optional(),
  mentions: Mentions.optional(),
});
const GuestCommentChange = CommentChange.omit(MEMBER_FIELDS);
const isChangeInOrder = (change: z.infer<typeof GuestCommentChange>) =>
  change.frame === undefined || isInOrder(change);

export const UpdateComment = CommentChange.refine(isChangeInOrder, OUT_OF_ORDER_ISSUE);
export type UpdateComment = z.infer<typeof UpdateComment>;
export const UpdateGuestComment = GuestCommentChange.refine(isChangeInOrder, OUT_OF_ORDER_ISSUE);
export type UpdateGuestComment = z.infer<typeof UpdateGuestComment>;

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const isOneEmoji = (text: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text) &&
  [...graphemeSegmenter.segment(text)].length === 1;
/** A single emoji, including skin tone and joiners. */
export const Emoji = Text.max(64).refine(isOneEmoji, { message: "is not an emoji" });

const CommentAuthor = z.object({
  /** Username, or the name that a guest entered; kept if the user is deleted. */
  name: z.string(),
  isGuest: z.boolean(),
});

export const CommentView = z.object({
  uuid: z.string(),
  project: z.string(),
  /** The number of the project's version that the comment is about. */
  version: z.number(),
  frame: z.number().nullable(),
  endFrame: z.number().nullable(),
  /** The text of the comment; empty once the comment is deleted. */
  text: z.string(),
  /** Whether the comment has a drawing, which is fetched separately. */
  hasDrawing: z.boolean(),
  /** The first comment of the thread; null for the first comment itself. */
  parent: z.string().nullable(),
  isInternal: z.boolean(),
  /** The usernames of the mentioned members; guests receive none. */
  mentions: z.array(z.string()),
  author: CommentAuthor,
  isMine: z.boolean(),
  /** The user who imported the comment from a file, which contains only the name of its author. */
  importedBy: z.string().optional(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** When the comment was deleted; a deleted comment stays as a placeholder for its replies. */
  deletedAt: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  /** The user who resolved the thread; always null in responses to guests. */
  resolvedBy: z.string().nullable(),
  /**
   * The reactions, with the names of the people. Guests receive the names of guests only: other names are empty, so that reactions can
   * still be counted.
   */
  reactions: z.array(z.object({ emoji: z.string(), names: z.array(z.string()), isMine: z.boolean() })),
  attachments: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      bytes: z.number(),
      /** The media type of a picture; everything else is data. */
      mediaType: z.string(),
      /** The result of the worker; null until it is available, and for other files. */
      preview: z
        .object({
          kind: z.enum(["picture", "video", "audio", "pdf"]),
          /** Whether the file has a thumbnail: download it with `small=true`. A PDF without one requires a password. */
          hasPicture: z.boolean(),
          /** The size of the upright picture in pixels; null for audio, and for a PDF that requires a password. */
          width: z.number().nullable(),
          height: z.number().nullable(),
          /** The length in seconds; null for pictures, and if unknown. */
          duration: z.number().nullable(),
          waveform: z.array(z.number()).nullable(),
        })
        .nullable(),
    }),
  ),
  /** The revision, which increases with each change of text, drawing, frames or mentions. */
  revision: z.number(),
  /** The comment's position among the changes of the project. Each change of the comment moves it to the end. */
  seq: z.number(),
});
export type CommentView = z.infer<typeof CommentView>;

/** Comments since a position in the changes of a project, each in its current state, in the order of their last change. */
export const CommentChanges = z.object({
  comments: z.array(CommentView),
  /** The position from which the next call continues. */
  seq: z.number(),
  hasMore: z.boolean(),
});
export type CommentChanges = z.infer<typeof CommentChanges>;
