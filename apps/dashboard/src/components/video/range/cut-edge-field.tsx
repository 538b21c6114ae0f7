import { ActionIcon, Group, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconClock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { secOf, timeText } from "../../../lib/clock-text.ts";
import { usePreview, usePreviewTime } from "../preview/use-preview.ts";
import { type CutEdge, moveByFrames } from "./cut-range.ts";

interface CutEdgeFieldProps {
  edge: CutEdge;
  value: string;
  error: ReactNode;
  fps: number;
  durationSec: number;
  onChange: (text: string) => void;
}

/** An edge of the range: typed, taken from the preview, or moved by a frame, which the preview shows. */
export function CutEdgeField({ edge, value, error, fps, durationSec, onChange }: CutEdgeFieldProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const previewSec = usePreviewTime()?.sec;
  function move(frames: number): void {
    const text = moveByFrames(value, frames, fps, durationSec);
    onChange(text);
    preview.seek(secOf({ time: text }) ?? 0);
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
