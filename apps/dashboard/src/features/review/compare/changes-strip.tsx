import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import type { AlignmentView } from "@shoal/contract";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { type Change, isChanged, listChanges, playedStretches } from "./changes.ts";
import classes from "./compare.module.css";
import { playStretches } from "./play-changes.ts";

/** A second at most rates. */
const HANDLES = 24;
const MAX_HANDLES = 250;

interface ChangesStripProps {
  alignment: AlignmentView;
  /** Of the newer version. */
  player: FramePlayer;
}

/** The newer version from its first to its last frame, with what changed, and a button that plays only that. */
export function ChangesStrip({ alignment, player }: ChangesStripProps) {
  const { t } = useTranslation();
  const changes = useMemo(() => listChanges(alignment), [alignment]);
  const shown = useFramePlayer(player, (state) => state.shownFrame);
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  const share = (frame: number) => `${(100 * frame) / Math.max(1, alignment.frames)}%`;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {t("compare.changes.title")}
        </Text>
        <PlayChanges changes={changes} frames={alignment.frames} player={player} />
      </Group>
      <div className={classes.strip}>
        {changes.map((change) => (
          <button
            key={`${change.kind} ${change.frame}`}
            type="button"
            className={classes.change}
            data-kind={change.kind}
            data-unsure={change.isSure ? undefined : ""}
            style={{
              left: share(change.frame),
              ...(change.kind !== "gone" && { width: share(change.endFrame - change.frame + 1) }),
            }}
            aria-label={labelOf(change)}
            title={labelOf(change)}
            onClick={() => void player.seekToFrame(change.frame)}
          />
        ))}
        <span className={classes.head} style={{ left: share(shown) }} />
      </div>
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

  function labelOf({ kind, frame, endFrame, isSure }: Change): string {
    if (kind === "gone") return t("compare.changes.goneAt", { from: frame });
    const words = { kind: t(`compare.changes.kind.${kind}`), from: frame, to: endFrame };
    return isSure ? t("compare.changes.at", words) : t("compare.changes.unsureAt", words);
  }
}

function PlayChanges({
  changes,
  frames,
  player,
}: {
  changes: readonly Change[];
  frames: number;
  player: FramePlayer;
}) {
  const { t } = useTranslation();
  const [handles, setHandles] = useState(HANDLES);
  const [isOn, setOn] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  if (!changes.some(isChanged)) return <Text size="sm">{t("compare.changes.none")}</Text>;
  function handlePlay(): void {
    setOn(true);
    stop.current = playStretches(player, playedStretches(changes, handles, frames), () => setOn(false));
  }
  function handleStop(): void {
    stop.current?.();
    player.pause();
  }
  return (
    <Group gap="xs" align="end">
      <NumberInput
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
