import type { VideoView } from "@shoal/contract";
import {
  DEFAULT_EMBED_OPTIONS,
  type EmbedOptions,
  urlWithOptions,
} from "../../components/video/embed/embed-options.ts";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import classes from "./live-preview.module.css";

/** Embed options of a preview: muted, because its publisher usually hears the live already. */
const PREVIEW_OPTIONS = { ...DEFAULT_EMBED_OPTIONS, autoplay: true, muted: true };

interface PreviewPlayerProps {
  video: Pick<VideoView, "uuid" | "embedUrl" | "title">;
  /** The initial embed options; by default, the options of a preview. */
  embed?: EmbedOptions;
  onThere: () => void;
}

/** Shows the video as viewers receive it. */
export function PreviewPlayer({ video, embed = PREVIEW_OPTIONS, onThere }: PreviewPlayerProps) {
  return (
    <PreviewFrame
      video={video}
      address={urlWithOptions(video.embedUrl, embed)}
      className={classes.player}
      onLoad={onThere}
    />
  );
}
