import { Button, Checkbox, Group, Stack, Switch } from "@mantine/core";
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
import type { VideoSettings } from "./video-settings.ts";

interface SettingsDialog {
  settings: VideoSettings;
  /** The client's default settings, with which the form starts. */
  defaults: InputQualities;
  /** Whether the list contains other files, which can use the same settings. */
  hasOthers: boolean;
  onApply: (settings: VideoSettings, isForAll: boolean) => void;
}

/** Opens the dialog 'qualities configuration' (§2). */
export function openSettingsDialog(dialog: SettingsDialog): void {
  const closing = openDialog({
    title: i18next.t("newVideos.qualities.title"),
    size: "lg",
    children: <SettingsForm {...dialog} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function SettingsForm({
  settings,
  defaults,
  hasOthers,
  onApply,
  onEnd,
}: SettingsDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const known = settings.inputQualities ?? defaults;
  const [encoding, setEncoding] = useState(settings.encoding);
  const wasOptimized = typeof known === "string";
  const [isOptimized, setOptimized] = useState(wasOptimized);
  const [firstRows] = useState(() => rowsOf(known));
  const [rows, setRows] = useState(firstRows);
  const [firstPass, setFirstPass] = useState(settings.firstPass);
  const [isForAll, setForAll] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isFaulty = encoding === "encoding" && !isOptimized && haveFaults(rows);
  useReportUnsaved(
    encoding !== settings.encoding ||
      isOptimized !== wasOptimized ||
      rows !== firstRows ||
      firstPass !== settings.firstPass ||
      isForAll,
  );
  function handleApply(): void {
    setChecked(true);
    if (isFaulty) return;
    onApply({ encoding, firstPass, inputQualities: qualitiesOf(isOptimized, rows) }, isForAll);
    onEnd();
  }
  return (
    <Stack>
      <EncodingMode value={encoding} onChange={setEncoding} />
      {encoding === "encoding" && (
        <>
          <QualitiesField
            isOptimized={isOptimized}
            rows={rows}
            fault={isChecked && isFaulty && t("profile.defaults.fix")}
            onMode={setOptimized}
            onRows={setRows}
          />
          <Switch
            label={t("profile.encoding.firstPass")}
            description={t("profile.encoding.firstPassHint")}
            checked={firstPass}
            onChange={(event) => setFirstPass(event.currentTarget.checked)}
          />
        </>
      )}
      {hasOthers && (
        <Checkbox
          label={t("newVideos.qualities.forAll")}
          checked={isForAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
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
