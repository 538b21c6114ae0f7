import type { VersionVideo } from "@shoal/contract";
import { formatTimecode } from "@shoal/frames";
import { useQuery } from "@tanstack/react-query";
import { storyboardQuery, tilePictureOf } from "../../../components/video/storyboard/storyboard.ts";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import classes from "./timeline.module.css";

interface HoverPictureProps {
  player: FramePlayer;
  video: VersionVideo;
  /** The time under the pointer, in seconds. */
  sec: number;
  /** The pointer's position on the timeline, from 0 to 1. */
  share: number;
  hasPictures: boolean;
}

/** Shows a thumbnail of the frame under the pointer, with its timecode. */
export function HoverPicture({ player, video, sec, share, hasPictures }: HoverPictureProps) {
  const { uuid, encodingStatus } = video;
  const { data } = useQuery({
    ...storyboardQuery({ uuid, lastModifyAt: "", encodingStatus }),
    enabled: hasPictures,
  });
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const clock = useFramePlayer(player, (state) => state.clock);
  const storyboard = data?.storyboard;
  const tile = storyboard?.tiles.findLast(({ start }) => start <= sec) ?? storyboard?.tiles[0];
  if (!timecode || !clock) return null;
  return (
    <div
      className={classes.hover}
      style={{ left: `${share * 100}%`, translate: `${-share * 100}% 0` }}
      aria-hidden
    >
      {storyboard && tile && <div style={tilePictureOf(tile, storyboard.sheets)} />}
      <span>{formatTimecode(clock.frameAt(sec), timecode)}</span>
    </div>
  );
}
