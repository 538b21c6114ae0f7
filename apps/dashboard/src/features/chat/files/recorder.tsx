import { ActionIcon, Button, Text } from "@mantine/core";
import { CHAT_AUDIO_MAX_SEC } from "@shoal/contract";
import { IconPlayerStopFilled, IconSend2, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { readDevice } from "../../../lib/device.ts";
import { AudioPlayer } from "./audio-player.tsx";
import classes from "./recorder.module.css";
import { canRecord, type Recording, startRecording } from "./recording.ts";
import { secondsText } from "./seconds-text.ts";
import type { FileToSend } from "./send-chat-file.ts";

interface RecorderProps {
  onSend: (recorded: FileToSend) => void;
  onEnd: () => void;
}

type State =
  | { is: "starting" }
  | { is: "recording" }
  | { is: "recorded"; recorded: FileToSend; url: string }
  | { is: "refused"; reason: "ios" | "browser" | "blocked" | "noMicrophone" };

const isIos = () => ["iOS", "iPadOS"].includes(readDevice(navigator.userAgent).system);

/** Shown while it records: the last seconds. */
const BARS = 60;

/** Records an audio message, which is heard before it is sent. */
export function Recorder({ onSend, onEnd }: RecorderProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>(() =>
    canRecord() ? { is: "starting" } : { is: "refused", reason: isIos() ? "ios" : "browser" },
  );
  const [durationMs, setDuration] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const recording = useRef<Recording>(undefined);
  const isPossible = canRecord();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a recorder starts once
  useEffect(() => {
    if (!isPossible) return;
    let isGone = false;
    startRecording({
      onLevel(now, level) {
        setDuration(now);
        setLevels((before) => [...before, level].slice(-BARS));
      },
      onEnded: () => void stop(),
    }).then(
      (started) => {
        if (isGone) started.discard();
        else {
          recording.current = started;
          setState({ is: "recording" });
        }
      },
      (error: unknown) => {
        if (!isGone) setState({ is: "refused", reason: reasonOf(error) });
      },
    );
    return () => {
      isGone = true;
      recording.current?.discard();
      recording.current = undefined;
    };
  }, [isPossible]);
  const url = state.is === "recorded" ? state.url : undefined;
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );

  async function stop(): Promise<void> {
    const { current } = recording;
    if (!current) return;
    recording.current = undefined;
    const recorded = await current.stop();
    setState({ is: "recorded", recorded, url: URL.createObjectURL(recorded.file) });
  }

  const discard = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t("chat.audio.discard")}
      title={t("chat.audio.discard")}
      onClick={onEnd}
    >
      <IconTrash size={18} />
    </ActionIcon>
  );
  if (state.is === "refused")
    return (
      <div className={classes.bar} role="alert">
        <Text size="sm" className={classes.words}>
          {t(`chat.audio.refusals.${state.reason}`)}
        </Text>
        <Button size="xs" variant="default" autoFocus onClick={onEnd}>
          {t("chat.audio.close")}
        </Button>
      </div>
    );
  if (state.is === "recorded") {
    const { recorded } = state;
    return (
      <section className={classes.bar} aria-label={t("chat.audio.recorded")}>
        {discard}
        <div className={classes.words}>
          <AudioPlayer
            url={state.url}
            label={t("chat.audio.message")}
            durationSec={(recorded.audio?.durationMs ?? 0) / 1_000}
            waveform={recorded.audio?.waveform ?? null}
          />
        </div>
        <ActionIcon
          size={36}
          autoFocus
          aria-label={t("chat.audio.send")}
          title={t("chat.audio.send")}
          onClick={() => onSend(recorded)}
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </section>
    );
  }
  return (
    <section className={classes.bar} aria-label={t("chat.audio.recording")}>
      {discard}
      <span className={classes.light} data-on={state.is === "recording"} aria-hidden />
      <span className={classes.time}>
        {t("chat.audio.length", {
          now: secondsText(durationMs / 1_000),
          most: secondsText(CHAT_AUDIO_MAX_SEC),
        })}
      </span>
      <div className={classes.levels} aria-hidden>
        {levels.map((level, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its position alone
            key={place}
            style={{ height: `${Math.max(8, level)}%` }}
          />
        ))}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {state.is === "starting" && t("chat.audio.starting")}
      </Text>
      {state.is === "recording" && (
        <ActionIcon
          size={36}
          color="red"
          autoFocus
          aria-label={t("chat.audio.stop")}
          title={t("chat.audio.stop")}
          onClick={() => void stop()}
        >
          <IconPlayerStopFilled size={17} />
        </ActionIcon>
      )}
    </section>
  );
}

function reasonOf(error: unknown): "blocked" | "noMicrophone" {
  const isBlocked =
    error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
  return isBlocked ? "blocked" : "noMicrophone";
}
