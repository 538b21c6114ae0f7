import { Skeleton, Stack } from "@mantine/core";
import type { VersionView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import { ownerPassQuery } from "../../../components/video/preview/preview-frame.tsx";
import { createFramePlayer, type OwnFramePlayer } from "../player/create-frame-player.ts";
import { PlayerStage } from "../player/player-stage.tsx";
import { CompareView } from "./compare-view.tsx";

interface ComparisonPlayersProps {
  project: string;
  recent: VersionView;
  previous: VersionView;
  mayPlace: boolean;
  /** The frame of the newer version to begin with. */
  startFrame: number;
}

/** Players of their own for both versions, beside that of the page. */
export function ComparisonPlayers({
  project,
  recent,
  previous,
  mayPlace,
  startFrame,
}: ComparisonPlayersProps) {
  const { t } = useTranslation();
  const passes = [
    useQuery(ownerPassQuery(recent.uuidVideo)),
    useQuery(ownerPassQuery(previous.uuidVideo)),
  ] as const;
  const recentPlayer = usePlayer(recent, passes[0].data?.pass, startFrame);
  const previousPlayer = usePlayer(previous, passes[1].data?.pass, 0);
  const failed = passes.find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (passes.some(({ data }) => !data))
    return <Skeleton h={240} role="status" aria-label={t("app.loading")} />;
  return (
    <Stack>
      <CompareView
        project={project}
        recent={sideOf(recent, recentPlayer)}
        previous={sideOf(previous, previousPlayer)}
        mayPlace={mayPlace}
      />
    </Stack>
  );
}

const sideOf = ({ number, video }: VersionView, player: OwnFramePlayer) => ({
  number,
  player,
  stage: <PlayerStage player={player} title={video.title} />,
});

/** One player for as long as the same video is shown. */
function usePlayer(
  { uuidVideo, video }: VersionView,
  pass: string | undefined,
  startFrame: number,
): OwnFramePlayer {
  const lastPass = useRef(pass);
  lastPass.current = pass;
  const first = useRef(startFrame);
  const { embedUrl, frames, duration } = video;
  // The api answers with objects of its own each time.
  const known = JSON.stringify(frames);
  return useMemo(
    () =>
      createFramePlayer({
        uuid: uuidVideo,
        edgeUrl: new URL(embedUrl).origin,
        frames: JSON.parse(known) as typeof frames,
        durationSec: duration,
        pass: () => lastPass.current,
        startFrame: first.current,
      }),
    [uuidVideo, embedUrl, known, duration],
  );
}
