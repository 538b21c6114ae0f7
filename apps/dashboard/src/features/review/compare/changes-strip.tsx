import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { AlignmentView } from "@shoal/contract";
import { formatTimecode, type TimecodeFormat } from "@shoal/frames";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../../components/ui/form/number-field.tsx";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import {
  adjacentChange,
  changeAt,
  isChanged,
  listChanges,
  nearestChange,
  playbackRangesOf,
  type VersionChange,
} from "./changes.ts";
import classes from "./compare.module.css";
import { playRanges } from "./play-changes.ts";

/** The number of frames that are played before and after a change, about one second at most frame rates. */
const HANDLE_COUNT = 24;
const MAX_HANDLES = 250;
/** Half the size of a touch target, in pixels. */
const TOUCH_RADIUS_PX = 12;

interface ChangesStripProps {
  alignment: AlignmentView;
  /** The player that shows the newer version. */
  player: FramePlayer;
}

/** Shows the newer version as a bar with its changes, links to each change, and a button that plays only the changes. */
export function ChangesStrip({ alignment, player }: ChangesStripProps) {
  const { t } = useTranslation();
  const changes = useMemo(() => listChanges(alignment), [alignment]);
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const labels = useMemo(
    () => changes.map((change) => describeChange(change, timecode, t)),
    [changes, timecode, t],
  );
  const [chosen, setChosen] = useState<number>();
  const shown = useFramePlayer(player, (state) => state.shownFrame);
  const current = useFramePlayer(player, (state) => changeAt(changes, state.wantedFrame, chosen));
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  const share = (frame: number) => `${(100 * frame) / Math.max(1, alignment.frames)}%`;
  function handleChoose(place: number): void {
    const change = changes[place];
    if (!change) return;
    setChosen(place);
    void player.seekToFrame(change.frame);
  }
  function handlePoint({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const framesPerPx = alignment.frames / Math.max(1, width);
    handleChoose(nearestChange(changes, (clientX - left) * framesPerPx, TOUCH_RADIUS_PX * framesPerPx));
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {t("compare.changes.title")}
        </Text>
        <PlayChanges changes={changes} frames={alignment.frames} player={player} />
      </Group>
      {/* Marks may be too narrow to touch, so the whole strip handles pointers. The list below offers the same actions by keyboard. */}
      <div className={classes.strip} aria-hidden onPointerUp={handlePoint}>
        {changes.map((change, place) => (
          <span
            key={`${change.kind} ${change.frame}`}
            className={classes.change}
            data-kind={change.kind}
            data-unsure={change.isSure ? undefined : ""}
            data-current={place === current ? "" : undefined}
            style={{
              left: share(change.frame),
              ...(change.kind !== "gone" && { width: share(change.endFrame - change.frame + 1) }),
            }}
            title={labels[place]}
          />
        ))}
        <span className={classes.head} style={{ left: share(shown) }} />
      </div>
      {changes.length > 0 && (
        <ChangeList changes={changes} labels={labels} current={current} onChoose={handleChoose} />
      )}
      <ul className={classes.legend}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={classes.swatch} data-kind={kind} aria-hidden />
            {t(`compare.changes.kind.${kind}`)}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Returns the label of a change, with timecodes, or with frame numbers while the frame rate is unknown. */
function describeChange(
  { kind, frame, endFrame, isSure }: VersionChange,
  timecode: TimecodeFormat | undefined,
  t: TFunction,
): string {
  const placeOf = (at: number) =>
    timecode ? formatTimecode(at, timecode) : t("compare.changes.frame", { frame: at });
  if (kind === "gone") return t("compare.changes.goneAt", { from: placeOf(frame) });
  const words = { kind: t(`compare.changes.kind.${kind}`), from: placeOf(frame), to: placeOf(endFrame) };
  return isSure ? t("compare.changes.at", words) : t("compare.changes.unsureAt", words);
}

interface ChangeListProps {
  changes: readonly VersionChange[];
  labels: readonly string[];
  /** The index of the change that is shown; -1 if no change is shown. */
  current: number;
  onChoose: (place: number) => void;
}

/** Lists the ranges by name, with buttons to step through the changes. */
const ChangeList = memo(function ChangeList({ changes, labels, current, onChoose }: ChangeListProps) {
  const { t } = useTranslation();
  const options = useMemo(() => labels.map((label, place) => ({ value: String(place), label })), [labels]);
  const step = (way: -1 | 1) => {
    const place = adjacentChange(changes, current, way);
    return {
      size: 30,
      variant: "default",
      disabled: place === undefined,
      "aria-label": t(way < 0 ? "compare.changes.before" : "compare.changes.after"),
      onClick: () => place !== undefined && onChoose(place),
    };
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon {...step(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <NativeSelect
        size="xs"
        className={classes.changeList}
        aria-label={t("compare.changes.list")}
        value={String(current)}
        data={current < 0 ? [{ value: "-1", label: "" }, ...options] : options}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
      <ActionIcon {...step(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  );
});

function PlayChanges({
  changes,
  frames,
  player,
}: {
  changes: readonly VersionChange[];
  frames: number;
  player: FramePlayer;
}) {
  const { t } = useTranslation();
  const [handles, setHandles] = useState(HANDLE_COUNT);
  const [isOn, setOn] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  if (!changes.some(isChanged)) return <Text size="sm">{t("compare.changes.none")}</Text>;
  function handlePlay(): void {
    setOn(true);
    stop.current = playRanges(player, playbackRangesOf(changes, handles, frames), () => setOn(false));
  }
  function handleStop(): void {
    stop.current?.();
    player.pause();
  }
  return (
    <Group gap="xs" align="end">
      <NumberField
        size="xs"
        w={190}
        label={t("compare.changes.handles")}
        min={0}
        max={MAX_HANDLES}
        allowDecimal={false}
        clampBehavior="strict"
        value={handles}
        onChange={(value) => setHandles(Number(value))}
      />
      <Button size="xs" variant={isOn ? "default" : "filled"} onClick={isOn ? handleStop : handlePlay}>
        {isOn ? t("compare.changes.stop") : t("compare.changes.play")}
      </Button>
    </Group>
  );
}
