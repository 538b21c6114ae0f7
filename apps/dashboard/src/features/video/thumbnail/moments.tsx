import { Button, Group, Skeleton, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type ResponseOf, routes, type VideoView } from "@shoal/contract";
import { IconEye } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import { secOf, timeText } from "../../../lib/clock-text.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { clockOf } from "../../../lib/times.ts";
import classes from "./thumbnail-content.module.css";

type Storyboard = NonNullable<ResponseOf<typeof routes.getStoryboard>["storyboard"]>;
type Tile = Storyboard["tiles"][number];
/** More are no help: the time is typed, or found in the preview. */
const MAX_TILES = 24;
/** Links to the sheets hold for a day. */
const FRESH_MS = 3_600_000;
/** The pictures of the whole come a moment after the end of the encoding, or never. */
const ASK_AGAIN_MS = { least: 1_000, most: 60_000, growth: 1.3 };

/** Asks again, ever more rarely, while there are none or only those of the beginning. */
const storyboardQuery = ({ uuid, lastModifyAt, encodingStatus }: VideoView) =>
  queryOptions({
    queryKey: ["video-storyboard", uuid, lastModifyAt, encodingStatus],
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.getStoryboard, { params: { id: uuid } }, { signal }),
    refetchInterval: ({ state }) =>
      !state.data?.storyboard?.isWhole &&
      Math.min(ASK_AGAIN_MS.most, ASK_AGAIN_MS.least * ASK_AGAIN_MS.growth ** state.dataUpdateCount),
  });

interface MomentsProps {
  video: VideoView;
  isBusy: boolean;
  onTake: (sec: number) => void;
}

/** A moment of the video, typed or chosen among small pictures; the preview shows it before it is taken. */
export function Moments({ video, isBusy, onTake }: MomentsProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const [time, setTime] = useState("");
  const sec = secOf({ time });
  const endSec = video.duration ?? 0;
  const isBeyond = sec !== undefined && sec > endSec;
  const isFaulty = time !== "" && (sec === undefined || isBeyond);
  const fault = isBeyond ? t("thumbnail.timeBeyond", { end: clockOf(endSec) }) : t("thumbnail.timeFault");
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (sec !== undefined && !isBeyond) onTake(sec);
  }
  function choose(start: number): void {
    setTime(timeText(start));
    preview.seek(start);
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="xs">
        <Tiles video={video} chosenSec={sec} onChoose={choose} />
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

interface TilesProps {
  video: VideoView;
  chosenSec: number | undefined;
  onChoose: (sec: number) => void;
}

function Tiles({ video, chosenSec, onChoose }: TilesProps) {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(storyboardQuery(video));
  const storyboard = data?.storyboard;
  if (error) return <FormFault fault={errorText(error)} title={t("thumbnail.momentsFailed")} />;
  if (isPending) return <Skeleton h={100} radius="md" />;
  if (!storyboard) return null;
  return (
    <section aria-label={t("thumbnail.moments")}>
      <Text size="sm" c="dimmed">
        {t("thumbnail.momentsHint")}
      </Text>
      <ul className={classes.tiles}>
        {fewOf(storyboard.tiles).map((tile) => (
          <li key={tile.start}>
            <UnstyledButton
              className={classes.tile}
              style={pictureOf(tile, storyboard.sheets)}
              aria-label={t("thumbnail.moment", { time: clockOf(tile.start) })}
              aria-pressed={chosenSec !== undefined && Math.abs(chosenSec - tile.start) < 0.01}
              onClick={() => onChoose(tile.start)}
            >
              <span className={classes.time}>{clockOf(tile.start)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Evenly chosen. */
function fewOf(tiles: readonly Tile[]): Tile[] {
  const step = Math.max(1, tiles.length / MAX_TILES);
  const count = Math.min(tiles.length, MAX_TILES);
  return Array.from({ length: count }, (_, n) => tiles[Math.floor(n * step)]).filter(
    (tile) => tile !== undefined,
  );
}

const pictureOf = ({ x, y, width, height, sheet }: Tile, sheets: readonly string[]) => ({
  width,
  height,
  backgroundImage: `url("${sheets[sheet] ?? ""}")`,
  backgroundPosition: `-${x}px -${y}px`,
});
