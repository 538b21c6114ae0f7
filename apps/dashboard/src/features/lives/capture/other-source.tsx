import { Alert, Button } from "@mantine/core";
import { IconCameraRotate, IconDeviceDesktop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { captures } from "./captures.ts";
import {
  hasMicrophone,
  loadPreferences,
  openSource,
  type SourceFault,
  type SourceKind,
  type SourcePreferences,
  sourceFaultOf,
} from "./sources.ts";

interface OtherSourceProps {
  /** Uuid of the live that continues with the new source. */
  uuid: string;
  /** The stream that is currently captured. */
  stream: MediaStream;
  kind: SourceKind;
}

/** Switches the source of a running live: the phone's other camera, or another screen. Uses the texts of the "live" area. */
export function OtherSource({ uuid, stream, kind }: OtherSourceProps) {
  const { t } = useTranslation();
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode;
  const other = facing === "environment" ? "user" : "environment";
  const isCamera = kind === "camera";
  const change = useMutation({
    async mutationFn() {
      // Stops the current camera first, because many phones can open only one camera at a time. A screen remains visible until another one
      // is chosen.
      if (isCamera) for (const track of stream.getVideoTracks()) track.stop();
      const changes: Partial<SourcePreferences> = isCamera
        ? { cameraId: "", facing: other }
        : { hasMicrophone: hasMicrophone(stream) };
      captures.replace(uuid, await openSource(kind, { ...loadPreferences(), ...changes }), kind);
    },
  });
  // Only phones report which way a camera faces, so computers get no button.
  if (isCamera && facing === undefined) return null;
  const Icon = isCamera ? IconCameraRotate : IconDeviceDesktop;
  const fault = change.error && visibleFaultOf(change.error, kind);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={17} />}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {isCamera ? t(`live.capture.turn.${other}`) : t("live.capture.otherScreen")}
      </Button>
      {fault && <Alert color="red">{t(`live.capture.faults.${fault}`)}</Alert>}
    </>
  );
}

/** Returns the error to show; undefined if a user who shares a screen dismisses the browser's dialog for sharing another screen. */
function visibleFaultOf(error: Error, kind: SourceKind): SourceFault | undefined {
  const fault = sourceFaultOf(error);
  return kind === "screen" && fault === "denied" ? undefined : fault;
}
