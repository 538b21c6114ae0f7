import { useEffect } from "react";
import type { OwnFramePlayer } from "../player/create-frame-player.ts";
import { keepWatermark } from "./keep-watermark.ts";

/** Draws a name over the player's picture for as long as it is shown; see `keepWatermark`. */
export function Watermark({ player, name }: { player: OwnFramePlayer; name: string }) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let stage: HTMLElement | null | undefined;
    function follow(): void {
      const now = player.media()?.parentElement;
      if (now === stage) return;
      stop?.();
      stage = now;
      stop = now ? keepWatermark(now, name, () => player.pause()) : undefined;
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
