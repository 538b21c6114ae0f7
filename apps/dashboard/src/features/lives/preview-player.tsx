import type { VideoView } from "@shoal/contract";
import { addressWith, type EmbedOptions, PLAIN_EMBED } from "../../components/video/embed/embed-options.ts";
import { PLAYER_ALLOWANCES } from "../../lib/sharing.ts";
import classes from "./live-preview.module.css";

/** Who looks after a live hears it already. */
const PREVIEW = { ...PLAIN_EMBED, autoplay: true, muted: true };

interface PreviewPlayerProps {
  video: Pick<VideoView, "embedUrl" | "title">;
  /** How it begins; as a preview unless told. */
  embed?: EmbedOptions;
  onThere: () => void;
}

/** What viewers see; a preview has no sound. */
export function PreviewPlayer({ video, embed = PREVIEW, onThere }: PreviewPlayerProps) {
  return (
    <iframe
      src={addressWith(video.embedUrl, embed)}
      title={video.title}
      allow={PLAYER_ALLOWANCES}
      className={classes.player}
      onLoad={onThere}
    />
  );
}
