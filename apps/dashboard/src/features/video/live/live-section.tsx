import { Anchor, Stack } from "@mantine/core";
import { MAX_SEEK_BACK_SEC, routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isUnrecorded } from "../../../components/live/delay-values.ts";
import { isOnAir } from "../../../components/live/elapsed.ts";
import { InputHealth } from "../../../components/live/input-health.tsx";
import { useLatencyText } from "../../../components/live/latency-text.ts";
import { LiveClock } from "../../../components/live/live-clock.tsx";
import { RenewKeyButton } from "../../../components/live/renew-key-button.tsx";
import { StreamAddress } from "../../../components/live/stream-address.tsx";
import { streamKeyQuery } from "../../../components/live/stream-key-query.ts";
import { type Fact, FactList } from "../../../components/ui/fact-list.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { VideoFault } from "../../../components/video/video-fault.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { VideoFormSection } from "../video-form-section.tsx";
import { ClipMenu } from "./clip-menu.tsx";
import { RecordingForm } from "./recording-form.tsx";
import { SourceAddress } from "./source-address.tsx";

/** Shows the state of a live, the settings for its encoder, its recording and its rewind window. */
export function LiveSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="live"
      hint={t("live.section.hint")}
      video={video}
      edit={t("live.keep.edit")}
      view={<LiveView video={video} />}
      form={(close) => <RecordingForm video={video} onEnd={close} />}
    />
  );
}

function LiveView({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  return (
    <Stack gap="lg">
      <VideoFault video={video} />
      <FactList facts={useLiveFacts(video)} />
      {video.liveType === "custom" && <SourceAddress video={video} />}
      {!isUnrecorded(video) && <InputHealth video={video} />}
      {mayModify && video.playable && !isUnrecorded(video) && <ClipMenu video={video} />}
      {!video.isDeleted && video.directStream !== null && video.directStream !== "yes" && (
        <Anchor component={Link} to={`/delivery/${video.uuid}`} size="sm">
          {t("live.delay.room")}
        </Anchor>
      )}
      {mayModify && !video.isDeleted && video.liveType === "camera" && (
        <Anchor component={Link} to={`/capture/${video.uuid}`} size="sm">
          {t("live.capture.title")}
        </Anchor>
      )}
      <Anchor component={Link} to={`/rehearsal/${video.uuid}`} size="sm">
        {t("live.section.forecastLoad")}
      </Anchor>
      {mayModify && !video.isDeleted && video.liveType === "shoalRTMP" && (
        <StreamAddress uuid={video.uuid} keyAside={<RenewLiveKey uuid={video.uuid} />} />
      )}
    </Stack>
  );
}

function useLiveFacts(video: VideoView): Fact[] {
  const { t } = useTranslation();
  const { live, liveType, keepLive, seekLive, liveToKeepDuration, directStream } = video;
  const latencyText = useLatencyText();
  const words = liveType === "custom" ? "source" : "section";
  const seek = t("live.seek.upTo", { count: keepLive ? MAX_SEEK_BACK_SEC : (liveToKeepDuration ?? 0) });
  return [
    [t("videoPage.info.status"), <StatusBadge key="status" video={video} />],
    [t(`live.${words}.encoders`), t(live?.isOpen ? `live.${words}.open` : `live.${words}.closed`)],
    ...(live?.startedAt ? [[t("live.section.started"), formatDateTime(live.startedAt)] as const] : []),
    ...(live?.endedAt ? [[t("live.section.ended"), formatDateTime(live.endedAt)] as const] : []),
    ...(live && isOnAir(live)
      ? [[t("video.onAirFor"), <LiveClock key="clock" video={video} />] as const]
      : []),
    [t("live.delay.label"), t(`live.delay.names.${directStream ?? "yes"}`)],
    [t("live.keep.allow"), t(keepLive ? "live.keep.yes" : "live.keep.no")],
    [t("live.seek.allow"), seekLive && directStream !== "no" ? seek : t("live.seek.none")],
    ...(directStream === "no"
      ? []
      : [[t("live.latency.label"), latencyText(video.targetLatencySec)] as const]),
  ];
}

function RenewLiveKey({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function renew(): Promise<void> {
    const address = await call(routes.renewStreamKey, { params: { id: uuid } });
    queries.setQueryData(streamKeyQuery(uuid).queryKey, address);
  }
  return <RenewKeyButton text={t("live.key.renewText")} renew={renew} />;
}
