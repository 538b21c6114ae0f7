import { Skeleton } from "@mantine/core";
import type { VersionView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import { ownerPassQuery } from "../../../components/video/preview/preview-frame.tsx";
import { createCommentStore } from "../comments/comment-store.ts";
import { focusComposer, useComments, useCommentsContext } from "../comments/comments-context.ts";
import { type Thread, threadsOf } from "../comments/threads.ts";
import { useCommentChanges } from "../comments/use-comment-changes.ts";
import { createFramePlayer, type ManagedFramePlayer } from "../player/create-frame-player.ts";
import { PlayerStage } from "../player/player-stage.tsx";
import { useReview } from "../review-context.ts";
import classes from "./compare.module.css";
import { type ComparedSide, CompareView } from "./compare-view.tsx";

interface ComparisonPlayersProps {
  project: string;
  recent: VersionView;
  previous: VersionView;
  mayPlace: boolean;
  /** The frame of the newer version at which both players of the comparison start. */
  startFrame: number;
  onClose: () => void;
}

/** Creates separate players for both versions. */
export function ComparisonPlayers({
  project,
  recent,
  previous,
  mayPlace,
  startFrame,
  onClose,
}: ComparisonPlayersProps) {
  const { t } = useTranslation();
  const { threads } = useCommentsContext();
  const previousThreads = useThreadsOf(project, previous.number);
  const passes = [
    useQuery(ownerPassQuery(recent.uuidVideo)),
    useQuery(ownerPassQuery(previous.uuidVideo)),
  ] as const;
  const recentPlayer = usePlayer(recent, passes[0].data?.pass, startFrame);
  const previousPlayer = usePlayer(previous, passes[1].data?.pass, 0);
  const recentCanvas = useRef<HTMLCanvasElement>(null);
  const previousCanvas = useRef<HTMLCanvasElement>(null);
  const { player } = useReview();
  // Comments can be written only on the page's own player, not on those of the comparison.
  useEffect(
    () =>
      recentPlayer.on("comment", () => {
        void player.seekToFrame(recentPlayer.getSnapshot().wantedFrame);
        focusComposer();
      }),
    [recentPlayer, player],
  );
  const failed = passes.find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (passes.some(({ data }) => !data))
    return <Skeleton h={240} role="status" aria-label={t("app.loading")} />;
  return (
    <CompareView
      project={project}
      recent={sideOf(recent, recentPlayer, threads, recentCanvas)}
      previous={sideOf(previous, previousPlayer, previousThreads, previousCanvas)}
      mayPlace={mayPlace}
      onClose={onClose}
    />
  );
}

const sideOf = (
  { number, video }: VersionView,
  player: ManagedFramePlayer,
  threads: readonly Thread[],
  canvas: RefObject<HTMLCanvasElement | null>,
): ComparedSide => ({
  number,
  video,
  player,
  threads,
  canvas,
  stage: (
    <PlayerStage player={player} title={video.title}>
      <canvas ref={canvas} className={classes.picture} hidden aria-hidden />
    </PlayerStage>
  ),
});

const NOTHING_UNDOABLE: ReadonlySet<string> = new Set();

/** Returns the comments of the version that is compared with the page's version. */
function useThreadsOf(project: string, version: number): readonly Thread[] {
  const { call } = useReview();
  const store = useMemo(() => createCommentStore({ project, version, call }), [project, version, call]);
  useEffect(() => {
    store.start();
    return store.stop;
  }, [store]);
  useCommentChanges(project, store.catchUp);
  const { comments } = useComments(store);
  return useMemo(() => threadsOf(comments.values(), NOTHING_UNDOABLE), [comments]);
}

/** Returns a player, which is kept while the same video is shown. */
function usePlayer(
  { uuidVideo, video }: VersionView,
  pass: string | undefined,
  startFrame: number,
): ManagedFramePlayer {
  const lastPass = useRef(pass);
  lastPass.current = pass;
  const first = useRef(startFrame);
  const { embedUrl, frames, duration } = video;
  // Compares the frames by content, because each response contains a new object.
  const known = JSON.stringify(frames);
  return useMemo(
    () =>
      createFramePlayer({
        uuid: uuidVideo,
        edgeUrl: new URL(embedUrl).origin,
        frames: JSON.parse(known) as typeof frames,
        durationSec: duration,
        pass: () => lastPass.current,
        startFrame: first.current,
      }),
    [uuidVideo, embedUrl, known, duration],
  );
}
