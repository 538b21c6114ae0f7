import { Button, Group, Stack } from "@mantine/core";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { QualitiesField } from "../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type InputQualities,
  qualitiesOf,
  rowsOf,
} from "../../components/video/qualities/quality-rows.ts";

interface QualitiesDialog {
  qualities: InputQualities;
  onApply: (qualities: InputQualities) => void;
}

/** Opens the dialog 'qualities configuration' of a live (§2). */
export function openQualities(dialog: QualitiesDialog): void {
  const closing = openDialog({
    title: i18next.t("creation.qualities.title"),
    size: "lg",
    children: <QualitiesForm {...dialog} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

function QualitiesForm({ qualities, onApply, onEnd }: QualitiesDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const [isOptimized, setOptimized] = useState(typeof qualities === "string");
  const [rows, setRows] = useState(() => rowsOf(qualities));
  const [isChecked, setChecked] = useState(false);
  const isFaulty = !isOptimized && haveFaults(rows);
  function handleApply(): void {
    setChecked(true);
    if (isFaulty) return;
    onApply(qualitiesOf(isOptimized, rows));
    onEnd();
  }
  return (
    <Stack>
      <QualitiesField
        isOptimized={isOptimized}
        rows={rows}
        fault={isChecked && isFaulty && t("profile.defaults.fix")}
        onMode={setOptimized}
        onRows={setRows}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button onClick={handleApply}>{t("creation.qualities.apply")}</Button>
      </Group>
    </Stack>
  );
}
