import { createContext, useContext, useSyncExternalStore } from "react";
import type { FileSender } from "../files/file-sender.ts";
import type { CommentMark } from "../player/frame-player.types.ts";
import type { CommentStore, CommentsState } from "./comment-store.ts";
import type { ComposerState, ComposerStore } from "./composer-store.ts";
import type { Thread } from "./threads.ts";

/** The comments of a version, shared by the panel, the picture area and the timeline. */
export interface CommentsContextValue {
  store: CommentStore;
  /** Sends the files of comments. */
  sender: FileSender;
  composer: ComposerStore;
  /** All threads of the version, sorted by frame. */
  threads: readonly Thread[];
  marks: readonly CommentMark[];
  /** Uuid of the selected comment, whose drawing is shown. */
  selected: string | undefined;
  /** Selects a comment and moves the player to its frame; undefined selects none. */
  select(uuid: string | undefined): void;
  /** Uuid of the comment that the reader sent last, to which the list scrolls. */
  sent: string | undefined;
  recordSent(uuid: string): void;
  /** Uuids of comments that the reader has deleted during this visit. */
  undoable: ReadonlySet<string>;
  setUndoable(uuid: string, isUndoable: boolean): void;
}

export const CommentsContext = createContext<CommentsContextValue | undefined>(undefined);

/** Returns the comments of the surrounding version. @throws Error outside of `CommentsProvider`. */
export function useCommentsContext(): CommentsContextValue {
  const notes = useContext(CommentsContext);
  if (!notes) throw new Error("useNotes needs CommentsProvider around it");
  return notes;
}

export const useComments = (store: CommentStore): CommentsState =>
  useSyncExternalStore(store.subscribe, store.getSnapshot);

export const useComposer = (composer: ComposerStore): ComposerState =>
  useSyncExternalStore(composer.subscribe, composer.getSnapshot);

/** Returns the comments on frames and ranges, by frame, for the timeline. */
export const useReviewComments = (): readonly CommentMark[] => useCommentsContext().marks;

/** Id of the field for a comment on the version, which the C key focuses. */
export const COMPOSER_ID = "review-composer";

/** Focuses the field for a new comment. */
export const focusComposer = (): void => document.getElementById(COMPOSER_ID)?.focus();
