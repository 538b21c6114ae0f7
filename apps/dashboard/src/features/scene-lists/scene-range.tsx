import { Alert, Button, Group, Radio, Skeleton, Stack } from "@mantine/core";
import type { SceneMode, VideoView } from "@shoal/contract";
import { IconLockOpen } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../components/ui/states.tsx";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import { createPreviewLink } from "../../components/video/preview/preview-link.ts";
import { PreviewContext, usePreview } from "../../components/video/preview/use-preview.ts";
import { type CutTexts, findCutFaults, rangeOf } from "../../components/video/range/cut-range.ts";
import { FastRange } from "../../components/video/range/fast-range.tsx";
import { RangeField } from "../../components/video/range/range-field.tsx";
import { timeText } from "../../lib/clock-text.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import type { SceneDraft } from "./draft.ts";
import classes from "./scene-rows.module.css";

const SCENE_MODES: readonly SceneMode[] = ["accurate", "fast"];

interface SceneRangeProps {
  scene: SceneDraft;
  onChange: (part: Partial<SceneDraft>) => void;
  onEnd: () => void;
}

/** Selects the part of its video that a scene shows, on a preview of the video. */
export function SceneRange(props: SceneRangeProps) {
  const { data: video, error, refetch } = useQuery(videoQuery(props.scene.video));
  const [preview] = useState(createPreviewLink);
  if (!video)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={320} radius="md" />;
  return (
    <PreviewContext value={preview}>
      <AccurateRange {...props} video={video} />
    </PreviewContext>
  );
}

function AccurateRange({ scene, video, onChange, onEnd }: SceneRangeProps & { video: VideoView }) {
  const { t } = useTranslation();
  const durationSec = video.duration ?? 0;
  const [texts, setTexts] = useState<CutTexts>({ start: timeText(scene.in), end: timeText(scene.out) });
  const faults = findCutFaults(texts, durationSec);
  function change(next: CutTexts): void {
    setTexts(next);
    const { start, end } = rangeOf(next);
    // An invalid value stays in the field, but does not change the scene.
    if (start === undefined || end === undefined || Object.keys(findCutFaults(next, durationSec)).length > 0)
      return;
    onChange({ in: start, out: end });
  }
  return (
    <Stack gap="md" pt={10} style={{ borderTop: "1px solid var(--shoal-line)" }}>
      <ScenePreview video={video} />
      <AccessConditions video={video} />
      <RangeField
        video={video}
        values={texts}
        errors={{
          start: faults.start && t(`videoPage.cuts.faults.${faults.start}`),
          end: faults.end && t(`videoPage.cuts.faults.${faults.end}`),
        }}
        onChange={(edge, text) => change({ ...texts, [edge]: text })}
      />
      <Radio.Group
        label={t("sceneList.mode")}
        value={scene.mode}
        onChange={(mode) => onChange({ mode: mode as SceneMode })}
      >
        <Stack gap="xs" mt={6}>
          {SCENE_MODES.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`sceneList.${mode}`)}
              description={
                mode === "fast" ? <FastRange video={video} texts={texts} /> : t("sceneList.accurateHint")
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={() => {
            setTexts({ start: timeText(0), end: timeText(durationSec) });
            onChange({ in: 0, out: durationSec });
          }}
        >
          {t("sceneList.takeWhole")}
        </Button>
        <Button onClick={onEnd}>{t("sceneList.editDone")}</Button>
      </Group>
    </Stack>
  );
}

function ScenePreview({ video }: { video: VideoView }) {
  const preview = usePreview();
  useEffect(() => () => preview.attach(null), [preview]);
  return (
    <PreviewFrame
      video={video}
      address={`${video.embedUrl}?autoplay=0`}
      className={classes.player}
      onLoad={preview.attach}
    />
  );
}

/** Shows the access conditions of the video itself. */
function AccessConditions({ video: { isPassword, startDate } }: { video: VideoView }) {
  const { t } = useTranslation();
  const isLater = startDate !== null && Date.parse(startDate) > Date.now();
  if (!isPassword && !isLater) return null;
  return (
    <Alert color="orange" icon={<IconLockOpen />} role="presentation">
      {isPassword && <div>{t("sceneList.sourceGuarded")}</div>}
      {isLater && <div>{t("sceneList.sourceLater")}</div>}
    </Alert>
  );
}
