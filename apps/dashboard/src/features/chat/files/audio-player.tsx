import { ActionIcon, Anchor, Text, UnstyledButton } from "@mantine/core";
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { formatClock } from "../../../lib/times.ts";
import classes from "./audio-player.module.css";
import { barsOf } from "./waveform.ts";

interface AudioPlayerProps {
  url: string;
  /** The accessible name of the player. */
  label: string;
  /** Duration in seconds; null if it is known only after the file has loaded. */
  durationSec: number | null;
  /** The loudness over time, from 0 to 100; null if it is unknown. */
  waveform: readonly number[] | null;
  /** Name and size of the file, if it can be downloaded. */
  file?: { name: string; size: number } | undefined;
}

const PLAYBACK_SPEEDS = [1, 1.5, 2] as const;
const BAR_COUNT = 48;
/** The seconds by which an arrow key moves the playback position. */
const SEEK_STEP_SEC = 1;

/** The audio element that is currently playing. Starting another one pauses it. */
let playingAudio: HTMLAudioElement | undefined;

/** Plays audio from any position of its waveform, at a selectable speed. */
export function AudioPlayer({ url, label, durationSec, waveform, file }: AudioPlayerProps) {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [atSec, setAt] = useState(0);
  const [foundSec, setFound] = useState<number>();
  const [speed, setSpeed] = useState<number>(1);
  useEffect(
    () => () => {
      if (playingAudio === audio.current) playingAudio = undefined;
    },
    [],
  );
  // The duration comes from the message if possible, because recordings made by browsers do not contain it.
  const lengthSec = durationSec ?? foundSec ?? 0;
  const share = lengthSec > 0 ? Math.min(1, atSec / lengthSec) : 0;
  function toggle(): void {
    const { current } = audio;
    if (!current) return;
    if (!current.paused) {
      current.pause();
      return;
    }
    if (playingAudio !== current) playingAudio?.pause();
    playingAudio = current;
    current.playbackRate = speed;
    current.play().catch(() => setBroken(current.error !== null));
  }
  function seek(sec: number): void {
    setAt(sec);
    if (audio.current) audio.current.currentTime = sec;
  }
  function changeSpeed(): void {
    const next =
      PLAYBACK_SPEEDS[
        (PLAYBACK_SPEEDS.indexOf(speed as (typeof PLAYBACK_SPEEDS)[number]) + 1) % PLAYBACK_SPEEDS.length
      ] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  }
  const speedText = t("chat.audio.times", { speed });
  const name = isPlaying ? t("chat.audio.pause") : t("chat.audio.play");
  return (
    <fieldset className={classes.player} aria-label={label}>
      {file && (
        <Anchor
          href={url}
          className={classes.file}
          aria-label={t("attachments.download", { name: file.name })}
          underline="never"
        >
          <span className={classes.name}>{file.name}</span>
          <Text span size="xs" c="dimmed">
            {sizeText(file.size)}
          </Text>
          <IconDownload size={16} aria-hidden />
        </Anchor>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: audio messages have no captions */}
      <audio
        ref={audio}
        // This attribute must precede the URL, because setting the URL starts loading.
        preload={durationSec === null ? "metadata" : "none"}
        src={url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setFound(duration);
        }}
        onError={() => setBroken(true)}
      />
      <ActionIcon size={36} radius="xl" aria-label={name} title={name} disabled={isBroken} onClick={toggle}>
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      {isBroken ? (
        <Text size="xs" c="dimmed">
          {t("chat.audio.broken")}
        </Text>
      ) : (
        <>
          <div className={classes.wave}>
            {waveform === null || waveform.length === 0 ? (
              <div className={classes.track} aria-hidden>
                <span style={{ width: `${100 * share}%` }} />
              </div>
            ) : (
              <WaveformBars values={waveform} share={share} />
            )}
            <input
              type="range"
              className={classes.place}
              min={0}
              max={lengthSec}
              step={SEEK_STEP_SEC}
              value={Math.min(atSec, lengthSec)}
              disabled={lengthSec === 0}
              aria-label={t("chat.audio.position")}
              aria-valuetext={formatClock(Math.floor(atSec))}
              onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
            />
          </div>
          <span className={classes.time}>{formatClock(Math.floor(atSec > 0 ? atSec : lengthSec))}</span>
          <UnstyledButton
            className={classes.speed}
            aria-label={t("chat.audio.speed", { speed: speedText })}
            title={t("chat.audio.speed", { speed: speedText })}
            onClick={changeSpeed}
          >
            {speedText}
          </UnstyledButton>
        </>
      )}
    </fieldset>
  );
}

/** Draws the waveform as bars, with the played part in full colour. */
function WaveformBars({ values, share }: { values: readonly number[]; share: number }) {
  const bars = barsOf(values, BAR_COUNT);
  return (
    <svg className={classes.bars} viewBox={`0 0 ${BAR_COUNT * 4} 32`} preserveAspectRatio="none" aria-hidden>
      {bars.map((value, place) => {
        const height = Math.max(2, value * 0.3);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified only by its position
            key={place}
            x={place * 4 + 0.5}
            y={16 - height / 2}
            width={2.6}
            height={height}
            rx={1}
            data-played={(place + 0.5) / BAR_COUNT <= share}
          />
        );
      })}
    </svg>
  );
}
