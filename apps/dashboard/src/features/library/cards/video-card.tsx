import { Box, Group, Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import { LiveClock } from "../../../components/live/live-clock.tsx";
import { SimulatedLiveBadge } from "../../../components/live/simulated-live-badge.tsx";
import { SelectBox } from "../../../components/ui/table/select-box.tsx";
import { type Selection, useIsSelected } from "../../../components/ui/table/use-selection.ts";
import { Figure } from "../../../components/video/figure.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { statusKeyOf } from "../../../components/video/status-key.ts";
import { Thumbnail } from "../../../components/video/thumbnail.tsx";
import { VideoFault } from "../../../components/video/video-fault.tsx";
import { VideoProgress } from "../../../components/video/video-progress.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import type { FigureKey } from "../../../lib/figures.ts";
import { type CardKind, cardKindOf, kindColourOf } from "../card-kind.ts";
import { KindLabel } from "../kind-label.tsx";
import { CardMenu } from "./card-menu.tsx";
import { CardDescription, CardTags, CardTitle } from "./card-texts.tsx";
import { NestedVideos } from "./children.tsx";
import { differOnlyInProgress } from "./differ-only-in-progress.ts";
import { VideoBadges } from "./video-badges.tsx";
import classes from "./video-card.module.css";

/** The figures of a card, as many as fit two rows of three. */
const CARD_FIGURES: readonly FigureKey[] = [
  "nbView",
  "hourview",
  "concurrentUsers",
  "rebuff",
  "offload",
  "dataDelivered",
];

export interface VideoCardProps {
  video: VideoView;
  /** The selection of the list; undefined if nothing can be selected. */
  selection: Selection<VideoView> | undefined;
  isNested: boolean;
  /** The form in which the video is shown: a card of the mosaic or a row of the list. */
  shape: "card" | "row";
}

/**
 * Shows one video; its title, thumbnail and figures link to its page. A card re-renders only when its own video or selection changes,
 * because a hundred cards are mounted while progress updates arrive.
 */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { video, selection, isNested, shape } = props;
  const isSelected = useIsSelected(selection, video.uuid);
  return (
    <article
      className={classes.card}
      data-shape={shape}
      data-selected={isSelected}
      data-deleted={video.isDeleted}
      data-uuid={video.uuid}
      aria-label={video.title}
      style={{ "--kind": kindColourOf(cardKindOf(video)) } as CSSProperties}
    >
      <CardPicture video={video} selection={selection} />
      <div className={classes.body}>
        <Stack gap="xs" miw={0}>
          <CardHead video={video} />
          <VideoProgress video={video} />
          <CardTexts video={video} />
        </Stack>
        <CardFigures video={video} />
        {isNested && <NestedVideos video={video} />}
      </div>
    </article>
  );
});

/** Compares videos without their progress, for the parts of a card that do not depend on it. */
const isSameExceptProgress = (before: { video: VideoView }, after: { video: VideoView }) =>
  differOnlyInProgress(before.video, after.video);

/** Whether the status text already says that the video is a live. Lives with recordings need the label. */
const isNamedByStatus = (video: VideoView, kind: CardKind): boolean =>
  ["ongoingLive", "stoppedLive"].includes(kind) && statusKeyOf(video)?.startsWith("live_") === true;

const CardHead = memo(function CardHead({ video }: { video: VideoView }) {
  const kind = cardKindOf(video);
  return (
    <>
      <Group gap={4} align="flex-start" justify="space-between" wrap="nowrap">
        <Box flex={1} miw={0}>
          <CardTitle video={video} />
        </Box>
        <CardMenu video={video} />
      </Group>
      <div className={classes.meta}>
        <StatusBadge video={video} />
        <LiveClock video={video} />
        <SimulatedLiveBadge video={video} />
        {!isNamedByStatus(video, kind) && <KindLabel kind={kind} />}
        <Box component="time" ml="auto" fz="xs" lh="18px" c="dimmed" dateTime={video.createdAt}>
          {formatDateTime(video.createdAt)}
        </Box>
      </div>
      <VideoFault video={video} />
    </>
  );
}, isSameExceptProgress);

const CardTexts = memo(function CardTexts({ video }: { video: VideoView }) {
  return (
    <>
      <VideoBadges video={video} />
      <CardTags video={video} />
      <CardDescription video={video} />
    </>
  );
}, isSameExceptProgress);

const CardFigures = memo(function CardFigures({ video }: { video: VideoView }) {
  return (
    <Link to={`/player/${video.uuid}`} tabIndex={-1} className={classes.figures}>
      <dl>
        {CARD_FIGURES.map((figure) => (
          <Figure key={figure} video={video} figure={figure} size="small" />
        ))}
      </dl>
    </Link>
  );
}, isSameExceptProgress);

/** Shows the thumbnail with the selection box on top. */
const CardPicture = memo(
  function CardPicture({ video, selection }: Pick<VideoCardProps, "video" | "selection">) {
    return (
      <div className={classes.picture}>
        <Link to={`/player/${video.uuid}`} tabIndex={-1} aria-hidden>
          <Thumbnail video={video} />
        </Link>
        {selection && (
          <div className={classes.select}>
            <SelectBox item={video} title={video.title} selection={selection} />
          </div>
        )}
      </div>
    );
  },
  (before, after) => isSameExceptProgress(before, after) && before.selection === after.selection,
);
