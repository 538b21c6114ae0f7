import { createContext, useContext, useSyncExternalStore } from "react";
import type { FileSender } from "../files/file-sender.ts";
import type { CommentMark } from "../player/frame-player.types.ts";
import type { CommentStore, CommentsState } from "./comment-store.ts";
import type { ComposerState, ComposerStore } from "./composer-store.ts";
import type { Thread } from "./threads.ts";

/** What is said about a version: shared by the panel, the picture and the timeline. */
export interface Notes {
  store: CommentStore;
  /** Files on their way to comments. */
  sender: FileSender;
  composer: ComposerStore;
  /** All of them, by frame. */
  threads: readonly Thread[];
  marks: readonly CommentMark[];
  /** The comment that is looked at; its drawing is shown. */
  selected: string | undefined;
  /** Looks at a comment: the player stops at its frame. Undefined looks at none. */
  select(uuid: string | undefined): void;
  /** The comment that the reader sent last: the list shows it whole. */
  sent: string | undefined;
  recordSent(uuid: string): void;
  /** Uuids of comments that the reader has deleted in this visit. */
  undoable: ReadonlySet<string>;
  setUndoable(uuid: string, isUndoable: boolean): void;
}

export const NotesContext = createContext<Notes | undefined>(undefined);

/** @throws Error outside of `ReviewNotes`. */
export function useNotes(): Notes {
  const notes = useContext(NotesContext);
  if (!notes) throw new Error("useNotes needs ReviewNotes around it");
  return notes;
}

export const useComments = (store: CommentStore): CommentsState =>
  useSyncExternalStore(store.subscribe, store.getSnapshot);

export const useComposer = (composer: ComposerStore): ComposerState =>
  useSyncExternalStore(composer.subscribe, composer.getSnapshot);

/** Comments at frames and ranges, by frame, as the timeline marks them. */
export const useReviewComments = (): readonly CommentMark[] => useNotes().marks;

/** The ID of the field for a comment on the version, which the C key focuses. */
export const COMPOSER_ID = "review-composer";

/** Leads the keyboard to a new comment. */
export const focusComposer = (): void => document.getElementById(COMPOSER_ID)?.focus();
