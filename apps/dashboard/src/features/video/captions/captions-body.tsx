import { Box, Group, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import {
  type CaptionTrack,
  MAX_CAPTIONS_FILE_BYTES,
  type UnconvertibleSubtitle,
  type VideoView,
} from "@shoal/contract";
import { IconFileUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import classes from "./captions.module.css";
import { captionsQuery } from "./captions-api.ts";
import { languageName } from "./languages.ts";
import { TrackRow } from "./track-row.tsx";
import { UploadForm } from "./upload-form.tsx";

interface PendingFile {
  key: number;
  file: File;
}
let keyCount = 0;

/** Accepts files by drag and drop or from a dialog. A language is selected for each before it is uploaded. */
function UploadCaptions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingFile[]>([]);
  function handleFiles(files: File[]): void {
    const large = files.filter(({ size }) => size > MAX_CAPTIONS_FILE_BYTES);
    for (const { name } of large) notify.warning({ title: name, message: t("captions.tooLarge") });
    const fitting = files.filter((file) => !large.includes(file));
    setPending((before) => [
      ...before,
      ...fitting.map((file) => {
        keyCount += 1;
        return { key: keyCount, file };
      }),
    ]);
  }
  return (
    <Stack>
      {pending.map(({ key, file }) => (
        <UploadForm
          key={key}
          video={video}
          file={file}
          onEnd={() => setPending((before) => before.filter((each) => each.key !== key))}
        />
      ))}
      <Dropzone
        p={14}
        onDrop={handleFiles}
        multiple
        useFsAccessApi={false}
        inputProps={{ "aria-label": t("captions.choose") }}
        aria-label={t("captions.choose")}
      >
        <Group gap={10} justify="center" wrap="nowrap" ta="center">
          <IconFileUpload size={22} stroke={1.5} aria-hidden />
          <Text size="sm">
            <strong>{t("captions.drop")}</strong> {t("captions.orBrowse")}
          </Text>
        </Group>
      </Dropzone>
    </Stack>
  );
}

/** The editor of captions, loaded when the first track is edited. */
const CueEditor = lazy(async () => ({ default: (await import("./cue-editor.tsx")).CueEditor }));

/** Lists the tracks and the result of importing the subtitles in the video file, with the ways to add more. */
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
      {data && <ExtractionState {...data.extraction} />}
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

/** Shows the result of extracting the subtitles in the video file. */
function ExtractionState({
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
