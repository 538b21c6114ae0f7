import { Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { Link } from "react-router";
import { Figure } from "../../components/video/figure.tsx";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { VideoProgress } from "../../components/video/video-progress.tsx";
import type { FigureKey } from "../../lib/figures.ts";
import { dateOf } from "../../lib/times.ts";
import { CardMenu } from "./card-menu.tsx";
import classes from "./video-card.module.css";

const FIGURES: FigureKey[] = ["nbView", "hourview", "concurrentUsers", "rebuff", "offload", "dataDelivered"];

/** One video of the mosaic; its title, picture and figures open its page. */
export function VideoCard({ video }: { video: VideoView }) {
  const target = `/player/${video.uuid}`;
  return (
    <article className={classes.card} aria-labelledby={`title-${video.uuid}`} data-uuid={video.uuid}>
      <Link to={target} tabIndex={-1} aria-hidden className={classes.picture}>
        <Thumbnail video={video} />
      </Link>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 className={classes.title} id={`title-${video.uuid}`}>
            <Link to={target} title={video.title}>
              {video.title}
            </Link>
          </h2>
          <CardMenu video={video} />
        </div>
        <div className={classes.meta}>
          <StatusBadge status={video.encodingStatus} />
          <Text size="xs" c="dimmed" component="time" dateTime={video.createdAt}>
            {dateOf(video.createdAt)}
          </Text>
        </div>
        <VideoFault video={video} />
        <VideoProgress video={video} />
        <Link to={target} tabIndex={-1} className={classes.figures}>
          <dl>
            {FIGURES.map((figure) => (
              <Figure key={figure} video={video} figure={figure} size="small" />
            ))}
          </dl>
        </Link>
      </div>
    </article>
  );
}
