import type { VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import classes from "./chapters-section.module.css";
import { pictureOf, storyboardQuery } from "./thumbnail/storyboard.ts";

const WIDTH_PX = 80;

/** What the video shows at a second, small; an empty frame while nobody knows. */
export function ChapterPicture({ video, sec }: { video: VideoView; sec: number }) {
  const { data } = useQuery(storyboardQuery(video));
  const storyboard = data?.storyboard;
  const tile = storyboard?.tiles.findLast(({ start }) => start <= sec) ?? storyboard?.tiles[0];
  return (
    <span className={classes.picture} aria-hidden>
      {storyboard && tile && (
        <span
          style={{
            ...pictureOf(tile, storyboard.sheets),
            display: "block",
            transform: `scale(${WIDTH_PX / tile.width})`,
            transformOrigin: "0 0",
          }}
        />
      )}
    </span>
  );
}
