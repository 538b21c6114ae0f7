import { Skeleton } from "@mantine/core";
import { type ProjectView, routes, type VersionView } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState } from "../../components/ui/states.tsx";
import { ownerPassQuery } from "../../components/video/preview/preview-frame.tsx";
import type { RequestWaveform } from "../../components/video/range/waveform.ts";
import { call, session } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { focusComposer, useCommentsContext, useReviewComments } from "./comments/comments-context.ts";
import { CommentsPanel } from "./comments/comments-panel.tsx";
import { CommentsProvider } from "./comments/comments-provider.tsx";
import { DrawingBar } from "./comments/drawing-bar.tsx";
import { Comparison, useComparison } from "./compare/comparison.tsx";
import { createCommentFiles } from "./files/comment-files.ts";
import { Participants } from "./live/participants.tsx";
import { PictureOverlay } from "./live/picture-people.tsx";
import { ReviewTogether } from "./live/review-together.tsx";
import { createFramePlayer, type ManagedFramePlayer } from "./player/create-frame-player.ts";
import type { CommentMark, Review as ReviewValue } from "./player/frame-player.types.ts";
import { KeyList } from "./player/key-list.tsx";
import classes from "./player/player.module.css";
import { PlayerControls } from "./player/player-controls.tsx";
import { PlayerStage } from "./player/player-stage.tsx";
import { usePlayerKeys } from "./player/use-player-keys.ts";
import pageClasses from "./review.module.css";
import { ReviewContext, useReview } from "./review-context.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { VersionState } from "./version-state.tsx";
import { Watermark } from "./watermark/watermark.tsx";

const memberCommentFiles = createCommentFiles({ headers: session.headers, isGuest: false });

export interface VersionReviewProps {
  project: ProjectView;
  version: VersionView;
  versions: readonly VersionView[];
  /** Content below the player: information about the version, and links to the other versions. */
  children: ReactNode;
}

/** The review page of a version: player and timeline, with comments next to them (§2, /vireed/{projectId}/{version}). */
export function VersionReview(props: VersionReviewProps) {
  const { project, version, versions } = props;
  const me = useMe();
  const pass = useQuery({
    ...ownerPassQuery(version.uuidVideo),
    enabled: version.video.state === "playable",
  });
  const lastPass = useRef<string>(undefined);
  lastPass.current = pass.data?.pass;
  const player = useVersionPlayer(version, lastPass);
  const linked = useLinkedPlace();
  const review = useMemo<ReviewValue>(() => {
    const isArchived = project.status === "archived";
    return {
      project,
      version,
      versions,
      player,
      may: (action) => canInProject(project.role, action, { isArchived }),
      author: me?.username ?? "",
      linked,
      call,
      files: memberCommentFiles,
    };
  }, [project, versions, version, player, me?.username, linked]);
  return (
    <ReviewScreen
      review={review}
      player={player}
      hasPass={pass.data !== undefined}
      error={pass.error}
      onRetry={pass.refetch}
    >
      {props.children}
    </ReviewScreen>
  );
}

interface ReviewContentProps {
  player: ManagedFramePlayer;
  /** Whether the video can be played. */
  hasPass: boolean;
  error: Error | null;
  onRetry: () => unknown;
  children: ReactNode;
}

/** The part of the review page that members and guests share: player, timeline, comments and participants. */
export const ReviewScreen = ({ review, ...place }: ReviewContentProps & { review: ReviewValue }) => (
  <ReviewContext value={review}>
    <CommentsProvider>
      <ReviewTogether>
        <ReviewContent {...place} />
      </ReviewTogether>
    </CommentsProvider>
  </ReviewContext>
);

function ReviewContent({ player, hasPass, error, onRetry, children }: ReviewContentProps) {
  const { t } = useTranslation();
  const { version, may, linked, guest, call } = useReview();
  const { video } = version;
  const place = useRef<HTMLDivElement>(null);
  const timecodeField = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const marks = useReviewComments();
  const { select, selected } = useCommentsContext();
  const targets = useMemo(
    () => ({
      player,
      marks,
      place,
      timecodeField,
      onMark: ({ uuid }: CommentMark) => select(uuid),
      onHelp: () => setHelpOpen(true),
    }),
    [player, marks, select],
  );
  const comparison = useComparison();
  usePlayerKeys(comparison.isOpen ? undefined : targets);
  const requestWaveform: RequestWaveform = (options) =>
    guest
      ? call(routes.getGuestWaveform, { params: { n: String(version.number) } }, options)
      : call(routes.getWaveform, { params: { id: video.uuid } }, options);
  useEffect(() => {
    if (linked.frame !== undefined) void player.seekToFrame(linked.frame);
  }, [player, linked.frame]);
  useEffect(() => player.on("comment", focusComposer), [player]);
  return (
    <div className={pageClasses.page}>
      <section ref={place} className={classes.player} aria-label={t("review.player")}>
        {video.state === "playable" && (
          <>
            {hasPass ? (
              <PlayerStage player={player} title={video.title}>
                <PictureOverlay />
              </PlayerStage>
            ) : error ? (
              <ErrorState error={error} onRetry={onRetry} />
            ) : (
              <Skeleton className={classes.stage} role="status" aria-label={t("app.loading")} />
            )}
            {/* The drawing tools are directly below the picture area, so that they are visible when drawing starts. */}
            <DrawingBar />
            <PlayerControls
              targets={targets}
              isVariable={video.frames?.isVariable ?? false}
              mayComment={may("comment")}
            />
            <Timeline
              player={player}
              video={video}
              requestWaveform={requestWaveform}
              hasPictures={!guest}
              marks={marks}
              selected={selected}
              onMark={targets.onMark}
            />
          </>
        )}
        {typeof guest?.watermark === "string" && <Watermark player={player} name={guest.watermark} />}
        <VersionState version={version} />
      </section>
      <div className={pageClasses.side}>
        <Participants />
        <CommentsPanel />
      </div>
      <div className={pageClasses.under}>
        <Comparison {...comparison} />
        {children}
      </div>
      <KeyList isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** Returns the player, which is kept while the same video is shown and starts at the frame named in the URL. */
export function useVersionPlayer(
  { uuidVideo, video }: Pick<VersionView, "uuidVideo" | "video">,
  pass: { current: string | undefined },
): ManagedFramePlayer {
  const [search] = useSearchParams();
  const first = useRef(parseFrame(search));
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
        pass: () => pass.current,
        startFrame: first.current,
      }),
    [uuidVideo, embedUrl, known, duration, pass],
  );
}

/** Returns the values of the URL parameters `?frame=` and `?comment=`. */
export function useLinkedPlace(): ReviewValue["linked"] {
  const [search] = useSearchParams();
  const frame = parseFrame(search);
  const comment = search.get("comment") ?? undefined;
  return useMemo(() => ({ frame, comment }), [frame, comment]);
}

function parseFrame(search: URLSearchParams): number | undefined {
  const text = search.get("frame") ?? "";
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined;
}
