import { ActionIcon, Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconChevronLeft, IconChevronRight, IconClock, IconPlayerPlay } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { secondsOf, timeText } from "../../../lib/clock-text.ts";
import { usePreview, usePreviewTime } from "../preview/use-preview.ts";
import { type CutEdge, type CutTexts, findCutFaults, fpsOf, moveByFrames, rangeOf } from "./cut-range.ts";

/** The timeline, loaded with its texts when the user selects a range. */
const SoundTimeline = lazy(async () => ({ default: (await import("./sound-timeline.tsx")).SoundTimeline }));

const CUT_EDGES: readonly CutEdge[] = ["start", "end"];

interface RangeFieldProps {
  video: VideoView;
  values: CutTexts;
  errors: Partial<Record<CutEdge, ReactNode>>;
  onChange: (edge: CutEdge, text: string) => void;
}

/**
 * Selects a range of the surrounding preview's video: on its timeline with the waveform, by typing times, or at the position of the
 * preview. Uses the texts of the "video" area.
 */
export function RangeField({ video, values, errors, onChange }: RangeFieldProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const durationSec = video.duration ?? 0;
  const faults = findCutFaults(values, durationSec);
  const marks = CUT_EDGES.map((edge) => ({
    key: edge,
    time: values[edge],
    title: t(`videoPage.cuts.${edge}`),
  }));
  const { start = 0, end = durationSec } = rangeOf(values);
  return (
    <Stack>
      <Suspense fallback={<Skeleton h={186} radius="md" />}>
        <SoundTimeline
          video={video}
          marks={marks}
          faults={new Set(CUT_EDGES.filter((edge) => faults[edge]))}
          rangeSec={{ start, end: Math.max(start, end) }}
          onMove={(edge, sec) => {
            onChange(edge, timeText(sec));
            preview.seek(sec);
          }}
        />
      </Suspense>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CUT_EDGES.map((edge) => (
          <CutEdgeField
            key={edge}
            edge={edge}
            value={values[edge]}
            error={errors[edge]}
            fps={fpsOf(video)}
            durationSec={durationSec}
            onChange={(text) => onChange(edge, text)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" role="status">
        {end > start &&
          t("videoPage.cuts.length", { length: timeText(Math.round((end - start) * 1000) / 1000) })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        h="auto"
        mih={36}
        style={{ alignSelf: "flex-start" }}
        styles={{ label: { whiteSpace: "normal" } }}
        onClick={() => preview.playFrom(start)}
      >
        {t("videoPage.cuts.play")}
      </Button>
    </Stack>
  );
}

interface CutEdgeFieldProps {
  edge: CutEdge;
  value: string;
  error: ReactNode;
  fps: number;
  durationSec: number;
  onChange: (text: string) => void;
}

/** Edits one end of the range: typed, set to the preview's position, or moved by one frame, which the preview then shows. */
function CutEdgeField({ edge, value, error, fps, durationSec, onChange }: CutEdgeFieldProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const previewSec = usePreviewTime()?.sec;
  function move(frames: number): void {
    const text = moveByFrames(value, frames, fps, durationSec);
    onChange(text);
    preview.seek(secondsOf({ time: text }) ?? 0);
  }
  const label = t(`videoPage.cuts.${edge}`);
  const button = (name: string, icon: ReactNode, act: () => void, disabled = false) => (
    <ActionIcon variant="default" size={36} aria-label={name} title={name} disabled={disabled} onClick={act}>
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        name={edge}
        placeholder="0:00"
        value={value}
        error={error}
        style={{ flex: 1, minWidth: 0 }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {button(t("videoPage.cuts.frameBack", { edge: label }), <IconChevronLeft size={17} />, () => move(-1))}
      {button(t("videoPage.cuts.frameOn", { edge: label }), <IconChevronRight size={17} />, () => move(1))}
      {button(
        t("videoPage.cuts.take", { edge: label }),
        <IconClock size={17} />,
        () => onChange(timeText(Math.round((previewSec ?? 0) * fps) / fps)),
        previewSec === undefined,
      )}
    </Group>
  );
}
