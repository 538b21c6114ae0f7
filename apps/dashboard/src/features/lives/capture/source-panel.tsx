import { Alert, Button, SegmentedControl, Select, Stack, Switch } from "@mantine/core";
import { IconCameraRotate, IconDeviceDesktop, IconVideo } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./capture.module.css";
import { SOURCE_KINDS } from "./sources.ts";
import { StreamView } from "./stream-view.tsx";
import type { SourceState } from "./use-source.ts";

/** Selects a camera and a microphone, or a screen, with a preview. Uses the texts of the "live" area. */
export function SourcePanel({ source }: { source: SourceState }) {
  const { t } = useTranslation();
  const { kind, stream, fault } = source;
  return (
    <Stack gap="sm" flex="none">
      <SegmentedControl
        fullWidth
        aria-label={t("live.capture.kind")}
        value={kind}
        data={SOURCE_KINDS.map((value) => ({ value, label: t(`live.capture.kinds.${value}`) }))}
        onChange={source.choose}
      />
      {fault && (
        <Alert color="red" role="alert">
          {t(`live.capture.faults.${fault}`)}
        </Alert>
      )}
      {stream ? <StreamView stream={stream} kind={kind} /> : <SourceOff source={source} />}
      {kind === "camera" ? <CameraChoices source={source} /> : <ScreenChoices source={source} />}
    </Stack>
  );
}

function SourceOff({ source: { kind, isOpening, open } }: { source: SourceState }) {
  const { t } = useTranslation();
  const Icon = kind === "camera" ? IconVideo : IconDeviceDesktop;
  return (
    <div className={classes.off}>
      <Button
        variant="default"
        leftSection={<Icon size={17} />}
        loading={isOpening}
        onClick={() => void open()}
      >
        {t(`live.capture.open.${kind}`)}
      </Button>
    </div>
  );
}

function CameraChoices({ source: { devices, wishes, stream, isOpening, open } }: { source: SourceState }) {
  const { t } = useTranslation();
  if (!stream) return null;
  const { facing } = wishes;
  const other = facing === "user" ? "environment" : "user";
  return (
    <>
      <Select
        label={t("live.capture.camera")}
        data={devices.cameras}
        value={fieldIdOf(stream.getVideoTracks()[0])}
        allowDeselect={false}
        disabled={isOpening}
        onChange={(cameraId) => cameraId && void open({ cameraId })}
      />
      {devices.cameras.length > 1 && (
        <Button
          variant="default"
          leftSection={<IconCameraRotate size={17} />}
          disabled={isOpening}
          onClick={() => void open({ cameraId: "", facing: other })}
        >
          {t(`live.capture.turn.${other}`)}
        </Button>
      )}
      {devices.microphones.length > 0 && (
        <Select
          label={t("live.capture.microphone")}
          data={devices.microphones}
          value={fieldIdOf(stream.getAudioTracks()[0])}
          allowDeselect={false}
          disabled={isOpening}
          onChange={(microphoneId) => microphoneId && void open({ microphoneId })}
        />
      )}
    </>
  );
}

const fieldIdOf = (track: MediaStreamTrack | undefined): string | null =>
  track?.getSettings().deviceId ?? null;

function ScreenChoices({ source: { wishes, stream, isOpening, open, wish } }: { source: SourceState }) {
  const { t } = useTranslation();
  if (stream)
    return (
      <Button variant="default" disabled={isOpening} onClick={() => void open()}>
        {t("live.capture.otherScreen")}
      </Button>
    );
  return (
    <Switch
      label={t("live.capture.withMicrophone")}
      description={t("live.capture.withMicrophoneHint")}
      checked={wishes.hasMicrophone}
      onChange={(event) => wish({ hasMicrophone: event.currentTarget.checked })}
    />
  );
}
