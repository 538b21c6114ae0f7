import { formatTimecode } from "@shoal/frames";
import { useTranslation } from "react-i18next";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { useReview } from "../review-context.ts";

/** Returns a function that labels frames as the player does: by timecode, or by number while the frame rate is unknown. */
export function useFrameLabel(): (place: { frame: number; endFrame: number | null }) => string {
  const { t } = useTranslation();
  const { player } = useReview();
  const format = useFramePlayer(player, ({ timecode }) => timecode);
  const label = (frame: number) => (format ? formatTimecode(frame, format) : String(frame));
  return ({ frame, endFrame }) =>
    endFrame === null || endFrame === frame
      ? label(frame)
      : t("comments.from", { from: label(frame), to: label(endFrame) });
}
