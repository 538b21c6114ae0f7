import { ActionIcon, Button, Text } from "@mantine/core";
import { MAX_CHAT_AUDIO_SEC } from "@shoal/contract";
import { IconPlayerStopFilled, IconSend2, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatClock } from "../../../lib/times.ts";
import { AudioPlayer } from "./audio-player.tsx";
import classes from "./recorder.module.css";
import type { RecorderState, RecorderStore } from "./recorder-store.ts";
import type { FileToSend } from "./send-chat-file.ts";

interface RecorderProps {
  state: RecorderState;
  recorder: RecorderStore;
  onSend: (recorded: FileToSend) => void;
  onEnd: () => void;
}

/** Records an audio message, and lets the user play it before it is sent. */
export function Recorder({ state, recorder, onSend, onEnd }: RecorderProps) {
  const { t } = useTranslation();
  const { durationMs, levels } = state;
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
          {t(`chat.audio.refusals.${state.reason ?? "browser"}`)}
        </Text>
        <Button size="xs" variant="default" autoFocus onClick={onEnd}>
          {t("chat.audio.close")}
        </Button>
      </div>
    );
  if (state.is === "recorded" && state.recorded && state.url) {
    const { recorded, url } = state;
    return (
      <section className={classes.bar} aria-label={t("chat.audio.recorded")}>
        {discard}
        <div className={classes.words}>
          <AudioPlayer
            url={url}
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
          now: formatClock(Math.floor(durationMs / 1_000)),
          most: formatClock(MAX_CHAT_AUDIO_SEC),
        })}
      </span>
      <div className={classes.levels} aria-hidden>
        {levels.map((level, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified only by its position
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
          onClick={() => void recorder.stop()}
        >
          <IconPlayerStopFilled size={17} />
        </ActionIcon>
      )}
    </section>
  );
}
