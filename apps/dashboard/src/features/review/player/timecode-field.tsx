import { TextInput } from "@mantine/core";
import { formatTimecode, parseTypedPosition, type TimecodeFault } from "@shoal/frames";
import { type KeyboardEvent, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FramePlayer } from "./frame-player.types.ts";
import classes from "./player.module.css";
import { useFramePlayer } from "./use-frame-player.ts";

interface TimecodeFieldProps {
  player: FramePlayer;
  ref: Ref<HTMLInputElement>;
}

/** Shows the position of the player as a timecode. Entering a timecode seeks to it. */
export function TimecodeField({ player, ref }: TimecodeFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<TimecodeFault>();
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const frame = useFramePlayer(player, (state) => (state.isPlaying ? state.shownFrame : state.wantedFrame));
  const label = timecode ? formatTimecode(frame, timecode) : "";
  function end(): void {
    setTyped(undefined);
    setFault(undefined);
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Escape") {
      end();
      event.currentTarget.blur();
    }
    if (event.key !== "Enter" || !timecode) return;
    const { wantedFrame, frameCount } = player.getSnapshot();
    const context = { format: timecode, currentFrame: wantedFrame, frames: frameCount };
    const wanted = parseTypedPosition(typed ?? label, context);
    if (!wanted.ok) {
      setFault(wanted.fault);
      return;
    }
    player.pause();
    void player.seekToFrame(wanted.frame);
    end();
    event.currentTarget.blur();
  }
  return (
    <TextInput
      ref={ref}
      size="xs"
      className={classes.timecode}
      aria-label={t("review.timecode")}
      title={t("review.timecodeHint")}
      disabled={!timecode}
      value={typed ?? label}
      error={fault && t(`review.timecodeFaults.${fault}`)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setFault(undefined);
      }}
      onKeyDown={handleKey}
      onBlur={end}
    />
  );
}
