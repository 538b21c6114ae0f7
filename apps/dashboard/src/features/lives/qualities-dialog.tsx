import { Button, Group, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { useCancel, useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { EncodingMode } from "../../components/video/qualities/encoding-mode.tsx";
import { QualitiesField } from "../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type InputQualities,
  qualitiesOf,
  rowsOf,
} from "../../components/video/qualities/quality-rows.ts";

interface QualitySettings {
  encoding: VideoView["encoding"];
  inputQualities: InputQualities;
}
interface QualitiesDialog extends QualitySettings {
  /** Whether the stream can also be published unchanged. */
  canCopy: boolean;
  onApply: (wanted: QualitySettings) => void;
}

/** Opens the dialog 'qualities configuration' of a live (§2). */
export function openQualitiesDialog(dialog: QualitiesDialog): void {
  const closing = openDialog({
    title: i18next.t("newVideos.qualities.title"),
    size: "lg",
    children: <QualitiesForm {...dialog} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function QualitiesForm({ canCopy, onApply, onEnd, ...before }: QualitiesDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const [encoding, setEncoding] = useState(before.encoding);
  const wasOptimized = typeof before.inputQualities === "string";
  const [isOptimized, setOptimized] = useState(wasOptimized);
  const [firstRows] = useState(() => rowsOf(before.inputQualities));
  const [rows, setRows] = useState(firstRows);
  const [isChecked, setChecked] = useState(false);
  const isFaulty = encoding === "encoding" && !isOptimized && haveFaults(rows);
  useReportUnsaved(encoding !== before.encoding || isOptimized !== wasOptimized || rows !== firstRows);
  function handleApply(): void {
    setChecked(true);
    if (isFaulty) return;
    onApply({ encoding, inputQualities: qualitiesOf(isOptimized, rows) });
    onEnd();
  }
  return (
    <Stack>
      {canCopy && <EncodingMode value={encoding} onChange={setEncoding} />}
      {encoding === "encoding" ? (
        <QualitiesField
          isOptimized={isOptimized}
          rows={rows}
          fault={isChecked && isFaulty && t("profile.defaults.fix")}
          onMode={setOptimized}
          onRows={setRows}
        />
      ) : (
        <Text size="sm">{t("live.copyHint")}</Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={handleCancel}>
          {t("common.cancel")}
        </Button>
        <Button onClick={handleApply}>{t("newVideos.qualities.apply")}</Button>
      </Group>
    </Stack>
  );
}
