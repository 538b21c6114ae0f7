import { Button, Group, SegmentedControl, Skeleton, Slider, Stack, Text, Title } from "@mantine/core";
import type { AlignmentView, VersionVideo } from "@shoal/contract";
import { formatTimecode } from "@shoal/frames";
import { IconArrowsMaximize, IconKeyboard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../../components/ui/form/number-field.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { marksOf, type Thread } from "../comments/threads.ts";
import type { CommentMark, FramePlayer } from "../player/frame-player.types.ts";
import { KeyList } from "../player/key-list.tsx";
import { ControlButton, TransportButtons } from "../player/player-controls.tsx";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { performAction, usePlayerKeys } from "../player/use-player-keys.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { CarriedList } from "./carried-list.tsx";
import { ChangesStrip } from "./changes-strip.tsx";
import classes from "./compare.module.css";
import { alignmentQuery, carriedCommentsQuery } from "./compare-query.ts";
import { alignedMap, type FrameMap, offsetMap } from "./frame-map.ts";
import { lockPlayers } from "./lock-players.ts";
import { showPairs } from "./show-pairs.ts";
import { SideComments } from "./side-comments.tsx";

/** One of the two versions that are compared on the page. */
export interface ComparedSide {
  number: number;
  video: VersionVideo;
  player: FramePlayer;
  /** The threads of comments on this version. */
  threads: readonly Thread[];
  /** The element that shows the player's video. */
  stage: ReactNode;
  /** The canvas over the picture area, on which synchronised frames are drawn. */
  canvas: RefObject<HTMLCanvasElement | null>;
}

interface CompareViewProps {
  project: string;
  recent: ComparedSide;
  previous: ComparedSide;
  /** Whether the reader may confirm and move comments. */
  mayPlace: boolean;
  onClose: () => void;
}

const COMPARE_MODES = ["side", "swipe", "overlay", "difference"] as const;
type CompareMode = (typeof COMPARE_MODES)[number];
const SYNC_SOURCES = ["pictures", "offset"] as const;
type SyncSource = (typeof SYNC_SOURCES)[number];
const SOUND_SIDES = ["recent", "previous"] as const;
type SoundSide = (typeof SOUND_SIDES)[number];
const MAX_OFFSET = 1_000_000;
/** Turns off the timecode shortcut, because the timecode field belongs to the page's own player. */
const NO_FIELD = { current: null };
const NO_KEYS = ["typeTimecode"] as const;

/**
 * Shows a version next to the previous one: two synchronised players, the changes, and the comments carried over from
 * earlier versions.
 */
export function CompareView({ project, recent, previous, mayPlace, onClose }: CompareViewProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<CompareMode>("side");
  const [share, setShare] = useState(50);
  const [following, setFollowing] = useState<SyncSource>("pictures");
  /** The offset as typed, such as "-" at the beginning of a negative one. */
  const [offset, setOffset] = useState<number | string>(0);
  const [sound, setSound] = useState<SoundSide>("recent");
  const [isHelpOpen, setHelpOpen] = useState(false);
  const alignment = useQuery(alignmentQuery(project, recent.number));
  const carried = useQuery(carriedCommentsQuery(project, recent.number));
  const isAligned = alignment.data?.state === "ready";
  const place = useRef<HTMLDivElement>(null);
  const lock = useLock({
    recent,
    previous,
    alignment: isAligned && following === "pictures" ? alignment.data : undefined,
    offset: Number(offset) || 0,
  });
  useSound(recent.player, previous.player, sound);
  const marks = useMemo(() => marksOf(recent.threads), [recent.threads]);
  const previousMarks = useMemo(() => marksOf(previous.threads), [previous.threads]);
  const targets = useMemo(
    () => ({
      player: recent.player,
      marks,
      place,
      timecodeField: NO_FIELD,
      onMark: ({ frame }: CommentMark) => void recent.player.seekToFrame(frame),
      onHelp: () => setHelpOpen(true),
    }),
    [recent.player, marks],
  );
  usePlayerKeys(targets);
  const goToPrevious = (frame: number) => void lock.previousPlayer.seekToFrame(frame);
  const goTo = (frame: number) => void recent.player.seekToFrame(frame);
  if (alignment.error && !alignment.data)
    return <ErrorState error={alignment.error} onRetry={alignment.refetch} />;
  const { isAbsent } = lock;
  const words = { version: recent.number, previous: previous.number };
  const shares = { "--divider": `${share}%`, "--opacity": share / 100 } as CSSProperties;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t("compare.title", words)}
        </Title>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {t("compare.close")}
        </Button>
      </Group>
      <Group gap="md" align="end">
        <ModeChoice
          label={t("compare.mode.label")}
          value={mode}
          choices={COMPARE_MODES.map((value) => ({ value, label: t(`compare.mode.${value}`) }))}
          onChange={setMode}
        />
        <ModeChoice
          label={t("compare.sound")}
          value={sound}
          choices={SOUND_SIDES.map((value) => ({
            value,
            label: t("compare.version", { version: value === "recent" ? recent.number : previous.number }),
          }))}
          onChange={setSound}
        />
        <ModeChoice
          label={t("compare.follow.label")}
          value={isAligned ? following : "offset"}
          choices={SYNC_SOURCES.filter((value) => isAligned || value === "offset").map((value) => ({
            value,
            label: t(`compare.follow.${value}`),
          }))}
          onChange={setFollowing}
        />
        {(!isAligned || following === "offset") && (
          <NumberField
            size="xs"
            w={130}
            label={t("compare.offset")}
            min={-MAX_OFFSET}
            max={MAX_OFFSET}
            allowDecimal={false}
            value={offset}
            onChange={(value) => {
              setOffset(value);
              // Keeps using the entered offset when the alignment becomes ready.
              setFollowing("offset");
            }}
          />
        )}
      </Group>
      <div ref={place} className={classes.stages} data-mode={mode} style={shares}>
        {mode === "swipe" && <PictureDivider onMove={setShare} />}
        <div className={classes.stage}>
          {previous.stage}
          <span className={classes.name}>{t("compare.version", { version: previous.number })}</span>
          <span className={classes.absent} role="status">
            {isAbsent && t("compare.absent", { version: previous.number })}
          </span>
        </div>
        <div className={classes.stage}>
          {recent.stage}
          <span className={classes.name}>{t("compare.version", { version: recent.number })}</span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form */}
      <div className={classes.transport} role="group" aria-label={t("compare.playback")}>
        <TransportButtons targets={targets} />
        <div className={classes.timecodes}>
          <SideTimecode {...previous} />
          <SideTimecode {...recent} />
        </div>
        <Group gap={2}>
          <ControlButton label={t("review.help")} onPress={targets.onHelp}>
            <IconKeyboard size={18} />
          </ControlButton>
          <ControlButton label={t("review.fullScreen")} onPress={() => performAction("fullScreen", targets)}>
            <IconArrowsMaximize size={18} />
          </ControlButton>
        </Group>
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
      <div className={classes.sides}>
        <SideTimeline
          side={previous}
          player={lock.previousPlayer}
          marks={previousMarks}
          onMark={({ frame }) => goToPrevious(frame)}
        />
        <SideTimeline
          side={recent}
          player={recent.player}
          marks={marks}
          onMark={({ frame }) => goTo(frame)}
        />
      </div>
      <AlignmentPart alignment={alignment.data} player={recent.player} />
      <div className={classes.sides}>
        <SideComments {...previous} onGoTo={goToPrevious} />
        <SideComments {...recent} onGoTo={goTo} />
      </div>
      {carried.data && (
        <CarriedList
          id={project}
          n={recent.number}
          previous={previous.number}
          comments={carried.data.comments}
          hasMore={carried.data.hasMore}
          mayPlace={mayPlace}
          player={recent.player}
          previousPlayer={lock.previousPlayer}
        />
      )}
      {!carried.data && carried.error && <ErrorState error={carried.error} onRetry={carried.refetch} />}
      <KeyList isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} without={NO_KEYS} />
    </Stack>
  );
}

/** A divider between the versions, which is dragged across the picture area. Keyboard users move the slider below instead. */
function PictureDivider({ onMove }: { onMove: (share: number) => void }) {
  function handleMove({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return;
    onMove(Math.round(Math.min(100, Math.max(0, (100 * (clientX - box.left)) / box.width))));
  }
  return (
    <div
      aria-hidden
      className={classes.divider}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={handleMove}
    />
  );
}

/** Shows the current position in one of the compared versions. */
function SideTimecode({ number, player }: Pick<ComparedSide, "number" | "player">) {
  const { t } = useTranslation();
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const frame = useFramePlayer(player, (state) => (state.isPlaying ? state.shownFrame : state.wantedFrame));
  if (!timecode) return null;
  return (
    <span>
      {t("compare.version", { version: number })} <strong>{formatTimecode(frame, timecode)}</strong>
    </span>
  );
}

interface SideTimelineProps {
  side: ComparedSide;
  player: FramePlayer;
  marks: readonly CommentMark[];
  onMark: (mark: CommentMark) => void;
}

/** Shows the timeline of one version with its own comments. */
function SideTimeline({ side: { number, video }, ...of }: SideTimelineProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500} aria-hidden>
        {t("compare.version", { version: number })}
      </Text>
      <Timeline
        {...of}
        video={video}
        hasPictures
        selected={undefined}
        label={t("compare.side.timeline", { version: number })}
      />
    </Stack>
  );
}

function AlignmentPart({ alignment, player }: { alignment: AlignmentView | undefined; player: FramePlayer }) {
  const { t } = useTranslation();
  if (!alignment) return <Skeleton h={60} />;
  if (alignment.state === "ready") return <ChangesStrip alignment={alignment} player={player} />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(`compare.state.${alignmentStateOf(alignment)}`)}
    </Text>
  );
}

const alignmentStateOf = ({ state, reason }: AlignmentView) =>
  state === "unrelated" ? "unrelated" : (reason ?? "waiting");

interface ModeChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function ModeChoice<Value extends string>({ label, value, choices, onChange }: ModeChoiceProps<Value>) {
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

interface LockState {
  recent: ComparedSide;
  previous: ComparedSide;
  /** The alignment of the versions; undefined if a constant offset is used. */
  alignment: AlignmentView | undefined;
  offset: number;
}

interface LockedPlayers {
  /** Whether the previous version does not contain the shown frame. */
  isAbsent: boolean;
  /** The player of the previous version; seeking it moves both if the newer version contains the frame. */
  previousPlayer: FramePlayer;
}

/** Keeps the players synchronised, and shows both frames of a pair at the same time. */
function useLock({ alignment, offset, ...sides }: LockState): LockedPlayers {
  const [recent, previous] = [sides.recent.player, sides.previous.player];
  const [recentCanvas, previousCanvas] = [sides.recent.canvas, sides.previous.canvas];
  const frames = useFramePlayer(recent, (state) => state.frameCount);
  const previousFrames = useFramePlayer(previous, (state) => state.frameCount);
  const map = useMemo(
    () => (alignment ? alignedMap(alignment) : offsetMap(offset, frames, previousFrames)),
    [alignment, offset, frames, previousFrames],
  );
  // The lock must be created before the players stop, because their own videos then become visible again.
  useEffect(() => lockPlayers(recent, previous, map.previousOf), [recent, previous, map]);
  useEffect(
    () =>
      showPairs(
        { player: recent, canvas: () => recentCanvas.current },
        { player: previous, canvas: () => previousCanvas.current },
        map.previousOf,
      ),
    [recent, previous, recentCanvas, previousCanvas, map],
  );
  const previousPlayer = useMemo(() => linkedPlayer(recent, previous, map), [recent, previous, map]);
  const isAbsent = useFramePlayer(
    recent,
    (state) => state.frameCount > 0 && map.previousOf(state.shownFrame) === null,
  );
  return { isAbsent, previousPlayer };
}

function linkedPlayer(recent: FramePlayer, previous: FramePlayer, map: FrameMap): FramePlayer {
  const seekToFrame = async (frame: number) => {
    const recentFrame = map.recentOf(frame);
    if (recentFrame !== null) await recent.seekToFrame(recentFrame);
    // Restores the requested frame, because several frames may correspond to one frame in the other version, and some frames to none.
    if (previous.getSnapshot().wantedFrame !== frame) {
      recent.pause();
      await previous.seekToFrame(frame);
    }
  };
  return {
    ...previous,
    seekToFrame,
    step: (frames) => seekToFrame(previous.getSnapshot().wantedFrame + frames),
  };
}

/** Mutes one of the two players, so that only the other is audible. */
function useSound(recent: FramePlayer, previous: FramePlayer, side: SoundSide): void {
  useEffect(() => {
    const [heard, silent] = side === "recent" ? [recent, previous] : [previous, recent];
    const { volume } = heard.getSnapshot();
    heard.setVolume(volume, false);
    silent.setVolume(silent.getSnapshot().volume, true);
  }, [recent, previous, side]);
}
