import { ActionIcon, Box, Group, Stack, Text } from "@mantine/core";
import { IconMicrophone, IconMicrophoneOff } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./capture.module.css";
import { hasSeparateVoice, isMuted, type SourceKind, setMuted } from "./sources.ts";

/** Amplification of the level meter: a voice moves the bar clearly, a shout fills it. */
const METER_GAIN = 4;
const METER_STEPS = 20;

/** Shows the current volume. Uses the texts of the "live" area. */
function LevelMeter({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation();
  const level = useLevel(stream);
  return (
    <Box
      aria-label={t("live.capture.level")}
      max={METER_STEPS}
      value={level}
      component="meter"
      flex={1}
      miw={0}
      h={12}
    />
  );
}

/** Returns the volume rounded to steps, so that the component rarely re-renders. */
function useLevel(stream: MediaStream): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 512 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    function update(): void {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      setLevel(Math.min(METER_STEPS, Math.round(METER_STEPS * METER_GAIN * Math.sqrt(power))));
      frame = requestAnimationFrame(update);
    }
    update();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return level;
}

interface StreamViewProps {
  stream: MediaStream;
  kind: SourceKind;
}

/** Previews the captured stream without audio, with a level meter and a mute button. */
export function StreamView({ stream, kind }: StreamViewProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <Stack gap="xs">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        className={classes.picture}
        aria-label={t("live.capture.picture")}
        // Publishers expect a mirror image of themselves. Viewers see the unmirrored video.
        data-mirrored={kind === "camera" && isFacingUser(stream)}
      />
      {stream.getAudioTracks().length > 0 ? (
        <StreamAudio key={stream.id} stream={stream} />
      ) : (
        <Text fz="xs">{t("live.capture.noSound")}</Text>
      )}
    </Stack>
  );
}

/** Whether the camera faces the user. Cameras of computers do not report this, and are assumed to face the user. */
const isFacingUser = (stream: MediaStream): boolean =>
  stream.getVideoTracks()[0]?.getSettings().facingMode !== "environment";

function StreamAudio({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation();
  const [isSilent, setSilent] = useState(() => isMuted(stream));
  function handleToggle(): void {
    setMuted(stream, !isSilent);
    setSilent(!isSilent);
  }
  const source = hasSeparateVoice(stream) ? "voice" : "sound";
  const name = t(`live.capture.${source}.${isSilent ? "unmute" : "mute"}`);
  return (
    <Group gap={10} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={name}
        title={name}
        aria-pressed={isSilent}
        onClick={handleToggle}
      >
        {isSilent ? <IconMicrophoneOff size={17} /> : <IconMicrophone size={17} />}
      </ActionIcon>
      <LevelMeter stream={stream} />
    </Group>
  );
}
