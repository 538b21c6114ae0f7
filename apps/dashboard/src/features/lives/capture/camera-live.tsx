import { Alert, Anchor, Button, Group, Loader, Text } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { isLiveRunning } from "@shoal/domain";
import { IconBolt, IconBroadcast, IconPlayerStop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DelayText } from "../../../components/live/delay-text.tsx";
import { RecordingLink } from "../../../components/live/stage/recording-link.tsx";
import { VideoFault } from "../../../components/video/video-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { hasRoom } from "../delivery/rooms-query.ts";
import classes from "../live-preview.module.css";
import { LiveNumbers } from "../preview-status.tsx";
import { ShareLink } from "../share-link.tsx";
import { captures, type RunningCapture } from "./captures.ts";
import type { DirectState } from "./direct/direct.types.ts";
import { OtherSource } from "./other-source.tsx";
import { SourcePanel } from "./source-panel.tsx";
import type { SourceKind } from "./sources.ts";
import { StreamView } from "./stream-view.tsx";
import { useSource } from "./use-source.ts";

interface CameraLiveProps {
  video: VideoView;
  /** The capture of the live that is running on this page, if any. */
  running: RunningCapture | undefined;
  /** Called after the live was deleted because it was never on air. */
  onDeleted: () => void;
}

/** Shows a live from a camera or a screen: its state while this page publishes it, otherwise the form to publish it again. */
export function CameraLive({ video, running, onDeleted }: CameraLiveProps) {
  return running ? (
    <RunningCaptureView video={video} running={running} onDeleted={onDeleted} />
  ) : (
    <ReadyToSend video={video} />
  );
}

function RunningCaptureView({ video, running, onDeleted }: CameraLiveProps & { running: RunningCapture }) {
  const { t } = useTranslation();
  const { stream, kind, state } = running;
  const end = useMutation({
    async mutationFn() {
      if ((await captures.end(video.uuid)) === "deleted") onDeleted();
    },
  });
  const again = useStartCapture(video);
  return (
    <>
      <CaptureStatus video={video} running={running} />
      {running.direct && state.phase !== "ended" && <DirectViewers direct={running.direct} />}
      <StreamView stream={stream} kind={kind} />
      {!hasRoom(video) && <ShareLink video={video} />}
      {again.error && <Alert color="red">{errorText(again.error)}</Alert>}
      <Group gap="xs">
        {state.fault && (
          <Button
            leftSection={<IconBroadcast size={17} />}
            loading={again.isPending}
            onClick={() => again.mutate({ stream, kind })}
          >
            {t("live.capture.again")}
          </Button>
        )}
        {state.phase !== "ended" && <OtherSource uuid={video.uuid} stream={stream} kind={kind} />}
        <Button
          color="red.8"
          leftSection={<IconPlayerStop size={17} />}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t("live.capture.stop")}
        </Button>
        <CapturePageLink uuid={video.uuid} />
      </Group>
    </>
  );
}

function CaptureStatus({ video, running: { state } }: { video: VideoView; running: RunningCapture }) {
  const { t } = useTranslation();
  const { phase, fault } = state;
  const ended = fault ? "error" : "stopping";
  const word = phase === "ended" ? ended : phase;
  return (
    <div>
      <Group justify="space-between" gap="xs" mih={24}>
        <div role="status" className={classes.state} data-state={word}>
          {phase === "live" ? (
            <span className={classes.dot} aria-hidden />
          ) : (
            !fault && <Loader size={14} color="currentColor" aria-hidden />
          )}
          {t(`live.states.${word}`)}
        </div>
        <LiveNumbers video={video} />
      </Group>
      {phase !== "live" && (
        <Text mt={4} c="dimmed" fz="xs">
          {t(`live.capture.hints.${fault ?? phase}`)}
        </Text>
      )}
    </div>
  );
}

function ReadyToSend({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const source = useSource();
  const begin = useStartCapture(video);
  const start = useMutation({
    mutationFn: () => source.give((stream, kind) => begin.mutateAsync({ stream, kind })),
  });
  const isElsewhere = video.live?.isOpen === true && isLiveRunning(video.live.state);
  return (
    <>
      <Alert color="gray">{t(`live.capture.${isElsewhere ? "elsewhere" : "waiting"}`)}</Alert>
      <VideoFault video={video} />
      {hasRoom(video) && <DelayText delay={video.directStream} />}
      <SourcePanel source={source} />
      {start.error && <Alert color="red">{errorText(start.error)}</Alert>}
      <Group gap="xs">
        <Button
          leftSection={<IconBroadcast size={17} />}
          loading={start.isPending}
          disabled={!source.stream}
          onClick={() => start.mutate()}
        >
          {t("live.capture.start")}
        </Button>
        <RecordingLink video={video} />
        <CapturePageLink uuid={video.uuid} />
      </Group>
    </>
  );
}

function CapturePageLink({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} to={`/player/${uuid}`} size="sm" ml="auto">
      {t("live.toPage")}
    </Anchor>
  );
}

/** Returns a function that starts an existing live. A stopped live is opened first. */
function useStartCapture({ uuid, live }: VideoView) {
  return useMutation({
    async mutationFn({ stream, kind }: { stream: MediaStream; kind: SourceKind }) {
      if (!live?.isOpen) await call(routes.restartEncoding, { params: { id: uuid } });
      await captures.begin(uuid, stream, kind);
    },
  });
}

/**
 * Shows how many viewers receive this page's media directly; shows nothing while no viewers can join. Uses the texts of the "live" area.
 */
function DirectViewers({ direct: { phase, viewers } }: { direct: DirectState }) {
  const { t } = useTranslation();
  if (phase === "ended") return null;
  return (
    <div>
      <Group
        component="p"
        gap={6}
        wrap="nowrap"
        fz={13}
        style={{ fontVariantNumeric: "tabular-nums" }}
        role="status"
      >
        <IconBolt size={16} aria-hidden />
        {t("live.delay.viewers", { viewers, places: DIRECT_PLACES })}
      </Group>
      {phase === "lost" && (
        <Text mt={4} c="dimmed" fz="xs">
          {t("live.delay.roomLost")}
        </Text>
      )}
    </div>
  );
}
