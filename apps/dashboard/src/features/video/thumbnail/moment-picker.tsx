import { Button, Group, Skeleton, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { PartFailure } from "../../../components/ui/part-failure.tsx";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import {
  storyboardQuery,
  type Tile,
  tilePictureOf,
} from "../../../components/video/storyboard/storyboard.ts";
import { secondsOf, timeText } from "../../../lib/clock-text.ts";
import { formatClock } from "../../../lib/times.ts";
import classes from "./thumbnail-content.module.css";

/** The maximum number of thumbnails. Among more thumbnails, a moment is harder to find than in the preview. */
const MAX_TILES = 24;
interface MomentPickerProps {
  video: VideoView;
  isBusy: boolean;
  onAccept: (sec: number) => void;
}

/** Selects a moment of the video by typing its time or from thumbnails. The preview shows the moment before it is used. */
export function MomentPicker({ video, isBusy, onAccept }: MomentPickerProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const [time, setTime] = useState("");
  const sec = secondsOf({ time });
  const endSec = video.duration ?? 0;
  const isBeyond = sec !== undefined && sec > endSec;
  const isFaulty = time !== "" && (sec === undefined || isBeyond);
  const fault = isBeyond ? t("thumbnail.timeBeyond", { end: formatClock(endSec) }) : t("thumbnail.timeFault");
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (sec !== undefined && !isBeyond) onAccept(sec);
  }
  function choose(start: number): void {
    setTime(timeText(start));
    preview.seek(start);
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="xs">
        <MomentTiles video={video} chosenSec={sec} onChoose={choose} />
        <Group gap="xs" align="flex-start">
          <TextInput
            label={t("thumbnail.time")}
            description={t("thumbnail.timeHint")}
            placeholder="0:00"
            value={time}
            error={isFaulty && fault}
            w={200}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Group gap="xs" mt={46}>
            <Button
              variant="default"
              leftSection={<IconEye size={16} />}
              disabled={sec === undefined || isBeyond}
              onClick={() => preview.seek(sec ?? 0)}
            >
              {t("thumbnail.show")}
            </Button>
            <Button type="submit" variant="default" disabled={isBusy || sec === undefined || isBeyond}>
              {t("thumbnail.take")}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface MomentTilesProps {
  video: VideoView;
  chosenSec: number | undefined;
  onChoose: (sec: number) => void;
}

function MomentTiles({ video, chosenSec, onChoose }: MomentTilesProps) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(storyboardQuery(video));
  const storyboard = data?.storyboard;
  if (!data && error)
    return <PartFailure error={error} title={t("thumbnail.momentsFailed")} onRetry={refetch} />;
  if (isPending) return <Skeleton h={100} radius="md" />;
  if (!storyboard) return null;
  return (
    <section aria-label={t("thumbnail.moments")}>
      <Text size="sm" c="dimmed">
        {t("thumbnail.momentsHint")}
      </Text>
      <ul className={classes.tiles}>
        {sampleTiles(storyboard.tiles).map((tile) => (
          <li key={tile.start}>
            <UnstyledButton
              className={classes.tile}
              style={tilePictureOf(tile, storyboard.sheets)}
              aria-label={t("thumbnail.moment", { time: formatClock(tile.start) })}
              aria-pressed={chosenSec !== undefined && Math.abs(chosenSec - tile.start) < 0.01}
              onClick={() => onChoose(tile.start)}
            >
              <span className={classes.time}>{formatClock(tile.start)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns at most MAX_TILES tiles, evenly distributed. */
function sampleTiles(tiles: readonly Tile[]): Tile[] {
  const step = Math.max(1, tiles.length / MAX_TILES);
  const count = Math.min(tiles.length, MAX_TILES);
  return Array.from({ length: count }, (_, n) => tiles[Math.floor(n * step)]).filter(
    (tile) => tile !== undefined,
  );
}
