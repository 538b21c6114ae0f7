import { Group, NumberInput, SegmentedControl, Skeleton, Slider, Stack, Text, Title } from "@mantine/core";
import type { AlignmentView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { CarriedList } from "./carried-list.tsx";
import { ChangesStrip } from "./changes-strip.tsx";
import classes from "./compare.module.css";
import { alignmentQuery, carriedQuery } from "./compare-query.ts";
import { alignedMap, offsetMap } from "./frame-map.ts";
import { lockPlayers } from "./lock-players.ts";

/** One of the two versions, as the page shows it. */
export interface ComparedSide {
  number: number;
  player: FramePlayer;
  /** What shows the player's picture. */
  stage: ReactNode;
}

interface CompareViewProps {
  project: string;
  recent: ComparedSide;
  previous: ComparedSide;
  /** Whether the reader may confirm and move comments. */
  mayPlace: boolean;
}

const MODES = ["side", "swipe", "overlay", "difference"] as const;
type Mode = (typeof MODES)[number];
const FOLLOWING = ["pictures", "offset"] as const;
type Following = (typeof FOLLOWING)[number];
const SOUNDS = ["recent", "previous"] as const;
type SoundSide = (typeof SOUNDS)[number];
const MAX_OFFSET = 1_000_000;

/** A version beside the one before: two players in step, what changed, and the comments that were carried over. */
export function CompareView({ project, recent, previous, mayPlace }: CompareViewProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>("side");
  const [share, setShare] = useState(50);
  const [following, setFollowing] = useState<Following>("pictures");
  const [offset, setOffset] = useState(0);
  const [sound, setSound] = useState<SoundSide>("recent");
  const alignment = useQuery(alignmentQuery(project, recent.number));
  const carried = useQuery(carriedQuery(project, recent.number));
  const isAligned = alignment.data?.state === "ready";
  const isAbsent = useLock({
    recent: recent.player,
    previous: previous.player,
    alignment: isAligned && following === "pictures" ? alignment.data : undefined,
    offset,
  });
  useSound(recent.player, previous.player, sound);
  if (alignment.error) return <ErrorState error={alignment.error} onRetry={alignment.refetch} />;
  const words = { version: recent.number, previous: previous.number };
  const place = { "--divider": `${share}%`, "--opacity": share / 100 } as CSSProperties;
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t("compare.title", words)}
      </Title>
      <Group gap="md" align="end">
        <Choice
          label={t("compare.mode.label")}
          value={mode}
          choices={MODES.map((value) => ({ value, label: t(`compare.mode.${value}`) }))}
          onChange={setMode}
        />
        <Choice
          label={t("compare.sound")}
          value={sound}
          choices={SOUNDS.map((value) => ({
            value,
            label: t("compare.version", { version: value === "recent" ? recent.number : previous.number }),
          }))}
          onChange={setSound}
        />
        <Choice
          label={t("compare.follow.label")}
          value={isAligned ? following : "offset"}
          choices={FOLLOWING.filter((value) => isAligned || value === "offset").map((value) => ({
            value,
            label: t(`compare.follow.${value}`),
          }))}
          onChange={setFollowing}
        />
        {(!isAligned || following === "offset") && (
          <NumberInput
            size="xs"
            w={130}
            label={t("compare.offset")}
            min={-MAX_OFFSET}
            max={MAX_OFFSET}
            allowDecimal={false}
            value={offset}
            onChange={(value) => setOffset(Number(value) || 0)}
          />
        )}
      </Group>
      <div className={classes.stages} data-mode={mode} style={place}>
        <div className={classes.stage}>
          {previous.stage}
          <span className={classes.name}>{t("compare.version", { version: previous.number })}</span>
          {isAbsent && (
            <span className={classes.absent} role="status">
              {t("compare.absent", { version: previous.number })}
            </span>
          )}
        </div>
        <div className={classes.stage}>
          {recent.stage}
          <span className={classes.name}>{t("compare.version", { version: recent.number })}</span>
        </div>
      </div>
      {(mode === "swipe" || mode === "overlay") && (
        <Slider
          value={share}
          onChange={setShare}
          label={(value) => `${value}%`}
          thumbLabel={
            mode === "swipe" ? t("compare.swipe") : t("compare.opacity", { version: recent.number })
          }
        />
      )}
      <AlignmentPart alignment={alignment.data} player={recent.player} />
      {carried.data && (
        <CarriedList
          id={project}
          n={recent.number}
          previous={previous.number}
          comments={carried.data.comments}
          hasMore={carried.data.hasMore}
          mayPlace={mayPlace}
          player={recent.player}
          previousPlayer={previous.player}
        />
      )}
    </Stack>
  );
}

function AlignmentPart({ alignment, player }: { alignment: AlignmentView | undefined; player: FramePlayer }) {
  const { t } = useTranslation();
  if (!alignment) return <Skeleton h={60} />;
  if (alignment.state === "ready") return <ChangesStrip alignment={alignment} player={player} />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(`compare.state.${stateOf(alignment)}`)}
    </Text>
  );
}

const stateOf = ({ state, reason }: AlignmentView) =>
  state === "unrelated" ? "unrelated" : (reason ?? "waiting");

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <Stack gap={2}>
      <Text size="xs" fw={500} aria-hidden>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={value}
        data={[...choices]}
        onChange={(next) => {
          const chosen = choices.find((each) => each.value === next);
          if (chosen) onChange(chosen.value);
        }}
      />
    </Stack>
  );
}

interface Locked {
  recent: FramePlayer;
  previous: FramePlayer;
  /** Undefined where an offset is kept instead. */
  alignment: AlignmentView | undefined;
  offset: number;
}

/** Keeps the version before in step. @returns whether it does not have the picture that the newer one shows. */
function useLock({ recent, previous, alignment, offset }: Locked): boolean {
  const frames = useFramePlayer(recent, (state) => state.frameCount);
  const previousFrames = useFramePlayer(previous, (state) => state.frameCount);
  const map = useMemo(
    () => (alignment ? alignedMap(alignment) : offsetMap(offset, frames, previousFrames)),
    [alignment, offset, frames, previousFrames],
  );
  useEffect(() => lockPlayers(recent, previous, map.previousOf), [recent, previous, map]);
  return useFramePlayer(recent, (state) => state.frameCount > 0 && map.previousOf(state.shownFrame) === null);
}

/** One of the two is heard. */
function useSound(recent: FramePlayer, previous: FramePlayer, side: SoundSide): void {
  useEffect(() => {
    const [heard, silent] = side === "recent" ? [recent, previous] : [previous, recent];
    const { volume } = heard.getSnapshot();
    heard.setVolume(volume, false);
    silent.setVolume(silent.getSnapshot().volume, true);
  }, [recent, previous, side]);
}
