import { Box, Loader, Skeleton, Stack, Text } from "@mantine/core";
import type { CaptionTrack, UnconvertibleSubtitle, VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useMayModify } from "../../../lib/user.ts";
import classes from "./captions.module.css";
import { captionsQuery } from "./captions-api.ts";
import { languageName } from "./languages.ts";
import { TrackRow } from "./track-row.tsx";
import { UploadCaptions } from "./upload-captions.tsx";

/** Fetched with the first track that is edited. */
const CueEditor = lazy(async () => ({ default: (await import("./cue-editor.tsx")).CueEditor }));

/** The tracks, what came of those in the video file, and the way to more. */
export function CaptionsBody({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(captionsQuery(video));
  const [edited, setEdited] = useState<CaptionTrack>();
  const mayModify = useMayModify() && !video.isDeleted;
  if (edited)
    return (
      <Suspense fallback={<Skeleton h={420} radius="md" />}>
        <CueEditor
          key={edited.uuid}
          video={video}
          track={edited}
          latest={data?.tracks.find(({ uuid }) => uuid === edited.uuid)}
          isKnown={data !== undefined}
          onEnd={() => setEdited(undefined)}
        />
      </Suspense>
    );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("captions.hint")}
      </Text>
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={96} radius="md" />}
      {data && <TrackList video={video} tracks={data.tracks} onEdit={setEdited} />}
      {data && <Extraction {...data.extraction} />}
      {mayModify ? <UploadCaptions video={video} /> : !video.isDeleted && <ReadOnly />}
    </Stack>
  );
}

interface TrackListProps {
  video: VideoView;
  tracks: readonly CaptionTrack[];
  onEdit: (track: CaptionTrack) => void;
}

function TrackList({ video, tracks, onEdit }: TrackListProps) {
  const { t } = useTranslation();
  if (tracks.length === 0) return <Text>{t("captions.none")}</Text>;
  return (
    <Stack component="ul" gap={10} aria-label={t("captions.list")}>
      {tracks.map((track) => (
        <TrackRow key={track.uuid} video={video} track={track} onEdit={() => onEdit(track)} />
      ))}
    </Stack>
  );
}

/** What became of the subtitles in the video file. */
function Extraction({
  state,
  unconvertible,
}: {
  state: string;
  unconvertible: readonly UnconvertibleSubtitle[];
}) {
  const { t, i18n } = useTranslation();
  const nameOf = ({ language, title, streamIndex }: UnconvertibleSubtitle) =>
    title || languageName(language || "und", i18n.language, `#${streamIndex}`);
  return (
    <>
      {state === "waiting" && (
        <Text size="sm" c="dimmed" role="status" className={classes.waiting}>
          <Loader size={14} aria-hidden /> {t("captions.waiting")}
        </Text>
      )}
      {state === "failed" && (
        <Text size="sm" c="dimmed">
          {t("captions.extractionFailed")}
        </Text>
      )}
      {unconvertible.length > 0 && (
        <Text size="sm" c="dimmed" component="div">
          {t("captions.unconvertible")}
          <Box component="ul" m={0} mt={4} pl={18}>
            {unconvertible.map((stream) => (
              <li key={stream.streamIndex}>
                {t("captions.unconvertibleStream", {
                  name: nameOf(stream),
                  codec: stream.codec,
                  reason: t(`captions.reasons.${stream.reason}`),
                })}
              </li>
            ))}
          </Box>
        </Text>
      )}
    </>
  );
}
