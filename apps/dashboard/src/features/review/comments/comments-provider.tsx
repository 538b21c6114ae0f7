import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { createFileSender } from "../files/file-sender.ts";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useReview } from "../review-context.ts";
import { createCommentStore } from "./comment-store.ts";
import { CommentsContext, type CommentsContextValue, useComments } from "./comments-context.ts";
import { createComposerStore, type FramePosition } from "./composer-store.ts";
import { draftKey } from "./drafts.ts";
import { marksOf, threadsOf } from "./threads.ts";
import { useCommentChanges } from "./use-comment-changes.ts";

/** Provides the comments of the reviewed version to its children, and keeps them current. */
export function CommentsProvider({ children }: { children: ReactNode }) {
  const { project, version, player, author, linked, call, files } = useReview();
  const store = useMemo(
    () => createCommentStore({ project: project.uuid, version: version.number, call }),
    [project.uuid, version.number, call],
  );
  const composer = useMemo(() => {
    const key = draftKey({ user: author, project: project.uuid, version: version.number });
    return createComposerStore(key, () => pausedPositionOf(player));
  }, [author, project.uuid, version.number, player]);
  const sender = useMemo(() => createFileSender(files, store.merge), [files, store]);
  const [selected, setSelected] = useState<string>();
  const [sent, recordSent] = useState<string>();
  const [undoable, setUndoableSet] = useState<ReadonlySet<string>>(new Set());
  const { comments } = useComments(store);
  const threads = useMemo(() => threadsOf(comments.values(), undoable), [comments, undoable]);
  const marks = useMemo(() => marksOf(threads), [threads]);

  useEffect(() => {
    store.start();
    return store.stop;
  }, [store]);
  useEffect(() => {
    window.addEventListener("pagehide", composer.save);
    return () => {
      window.removeEventListener("pagehide", composer.save);
      composer.save();
    };
  }, [composer]);
  useEffect(() => {
    const handleLeave = (event: BeforeUnloadEvent) => {
      if (sender.isBusy()) event.preventDefault();
    };
    window.addEventListener("beforeunload", handleLeave);
    return () => window.removeEventListener("beforeunload", handleLeave);
  }, [sender]);
  useCommentChanges(project.uuid, store.catchUp);

  const select = useCallback(
    (uuid: string | undefined) => {
      setSelected(uuid);
      const frame = uuid === undefined ? undefined : store.getSnapshot().comments.get(uuid)?.frame;
      if (typeof frame !== "number") return;
      player.pause();
      void player.seekToFrame(frame);
    },
    [store, player],
  );
  const setUndoable = useCallback((uuid: string, isUndoable: boolean) => {
    setUndoableSet((before) => {
      const after = new Set(before);
      if (isUndoable) after.add(uuid);
      else after.delete(uuid);
      return after;
    });
  }, []);

  // The comment named in the URL may be on a page of comments that has not loaded yet.
  const isLinkedHere = linked.comment !== undefined && comments.has(linked.comment);
  useEffect(() => {
    if (isLinkedHere) select(linked.comment);
  }, [isLinkedHere, linked.comment, select]);
  // Clears the selection when another version is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store represents the version
  useEffect(() => () => setSelected(undefined), [store]);

  const notes = useMemo<CommentsContextValue>(
    () => ({
      store,
      sender,
      composer,
      threads,
      marks,
      selected,
      select,
      sent,
      recordSent,
      undoable,
      setUndoable,
    }),
    [store, sender, composer, threads, marks, selected, select, sent, undoable, setUndoable],
  );
  return <CommentsContext value={notes}>{children}</CommentsContext>;
}

/**
 * Pauses the player. If the player advanced by another frame before it stopped, it is moved back.
 * @returns the shown frame or the marked range; null if nothing is shown.
 */
function pausedPositionOf(player: FramePlayer): FramePosition | null {
  const { isPlaying } = player.getSnapshot();
  const place = positionOf(player);
  if (!isPlaying) return place;
  player.pause();
  if (place?.endFrame === null) void player.seekToFrame(place.frame);
  return place;
}

/** Returns the position at which a comment would be placed if it were started now. */
export function positionOf(player: FramePlayer): FramePosition | null {
  const { frameCount, isPlaying, shownFrame, wantedFrame, range } = player.getSnapshot();
  if (frameCount === 0) return null;
  const { inFrame, outFrame } = range;
  if (inFrame !== null && outFrame !== null && outFrame > inFrame)
    return { frame: inFrame, endFrame: outFrame };
  return { frame: isPlaying ? shownFrame : wantedFrame, endFrame: null };
}
