import type { VideoView } from "@shoal/contract";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import { formatClock } from "../../lib/times.ts";
import classes from "./thumbnail.module.css";

/** Shows the thumbnail of a video; shows a drawn placeholder if it has none or the thumbnail does not load (§8). */
export function Thumbnail({ video }: { video: Pick<VideoView, "manifest" | "duration"> }) {
  const url = video.manifest.thumbnail;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <div className={classes.frame}>
      {url && url !== failedUrl ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className={classes.picture}
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <div className={classes.fallback} data-testid="thumbnail-fallback">
          <IconPlayerPlayFilled size={22} aria-hidden />
        </div>
      )}
      {video.duration !== null && <span className={classes.duration}>{formatClock(video.duration)}</span>}
    </div>
  );
}
