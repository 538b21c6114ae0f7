import { Alert, Button } from "@mantine/core";
import { IconCameraRotate, IconDeviceDesktop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { captures } from "./captures.ts";
import { hasMicrophone, openSource, rememberedWishes, type SourceKind, sourceFaultOf } from "./sources.ts";

interface OtherSourceProps {
  /** Of the live that goes on with it. */
  uuid: string;
  /** What is filmed or shown now. */
  stream: MediaStream;
}

/** While a live goes on: the camera of the other side of a telephone, or another screen. Texts of area "live". */
export function OtherSource({ kind, ...props }: OtherSourceProps & { kind: SourceKind }) {
  return kind === "camera" ? <TurnCamera {...props} /> : <OtherScreen {...props} />;
}

function TurnCamera({ uuid, stream }: OtherSourceProps) {
  const { t } = useTranslation();
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode;
  const turn = useMutation({
    async mutationFn() {
      // Many telephones open one camera at a time.
      for (const track of stream.getVideoTracks()) track.stop();
      const other = facing === "environment" ? "user" : "environment";
      const wishes = { ...rememberedWishes(), cameraId: "", facing: other } as const;
      captures.replace(uuid, await openSource("camera", wishes), "camera");
    },
  });
  if (facing === undefined) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCameraRotate size={17} />}
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {t(`live.capture.turn.${facing === "environment" ? "user" : "environment"}`)}
      </Button>
      <Fault error={turn.error} />
    </>
  );
}

/** The former one is shown until another one is chosen. */
function OtherScreen({ uuid, stream }: OtherSourceProps) {
  const { t } = useTranslation();
  const change = useMutation({
    async mutationFn() {
      const wishes = { ...rememberedWishes(), hasMicrophone: hasMicrophone(stream) };
      captures.replace(uuid, await openSource("screen", wishes), "screen");
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceDesktop size={17} />}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {t("live.capture.otherScreen")}
      </Button>
      <Fault error={change.error} />
    </>
  );
}

function Fault({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  return error && <Alert color="red">{t(`live.capture.faults.${sourceFaultOf(error)}`)}</Alert>;
}
