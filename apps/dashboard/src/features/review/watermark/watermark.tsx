import { useEffect } from "react";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { enforceWatermark } from "./enforce-watermark.ts";

/** Shows a name over the player's picture area, and hides the video while the name is not visible: see `enforceWatermark`. */
export function Watermark({ player, name }: { player: FramePlayer; name: string }) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let stage: HTMLElement | null | undefined;
    function follow(): void {
      const video = player.media();
      const now = video?.parentElement;
      if (now === stage) return;
      stop?.();
      stop = undefined;
      stage = now;
      if (!video || !now) return;
      // Picture-in-picture would show the video without the name.
      video.disablePictureInPicture = true;
      video.disableRemotePlayback = true;
      const stopKeeping = enforceWatermark(now, name, (isSeen) => {
        if (!isSeen) player.pause();
        video.style.setProperty("visibility", isSeen ? "visible" : "hidden", "important");
      });
      stop = () => {
        stopKeeping();
        video.style.removeProperty("visibility");
      };
    }
    follow();
    const unsubscribe = player.subscribe(follow);
    return () => {
      unsubscribe();
      stop?.();
    };
  }, [player, name]);
  return null;
}
