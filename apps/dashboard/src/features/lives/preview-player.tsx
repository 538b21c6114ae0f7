import type { VideoView } from "@shoal/contract";
import { addressWith, PLAIN_EMBED } from "../../components/video/embed/embed-options.ts";
import { PLAYER_ALLOWANCES } from "../../lib/sharing.ts";
import classes from "./live-preview.module.css";

/** Who looks after a live hears it already. */
const PREVIEW = { ...PLAIN_EMBED, autoplay: true, muted: true };

interface PreviewPlayerProps {
  video: Pick<VideoView, "embedUrl" | "title">;
  onThere: () => void;
}

/** What viewers see, without its sound. */
export function PreviewPlayer({ video: { embedUrl, title }, onThere }: PreviewPlayerProps) {
  return (
    <iframe
      src={addressWith(embedUrl, PREVIEW)}
      title={title}
      allow={PLAYER_ALLOWANCES}
      className={classes.player}
      onLoad={onThere}
    />
  );
}
