import { Button, Group, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ExternalFields } from "../../components/live/external/external-fields.tsx";
import { type ExternalRow, findExternalFaults } from "../../components/live/external/external-rows.ts";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { useCancel, useReportUnsaved } from "../../components/ui/form/unsaved.ts";

interface ExternalDialog {
  rows: ExternalRow[];
  onApply: (rows: ExternalRow[]) => void;
}

/** Opens the dialog 'external streams' of a new live (§2). */
export function openExternalStreamsDialog(dialog: ExternalDialog): void {
  const closing = openDialog({
    title: i18next.t("externalStreams.title"),
    size: "lg",
    children: <ExternalForm {...dialog} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function ExternalForm({ rows: before, onApply, onEnd }: ExternalDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const [rows, setRows] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const isFaulty = findExternalFaults(rows).size > 0;
  useReportUnsaved(rows !== before);
  function handleApply(): void {
    setChecked(true);
    if (isFaulty) return;
    onApply(rows);
    onEnd();
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("externalStreams.hint")}
      </Text>
      <ExternalFields
        rows={rows}
        areFaultsShown={isChecked}
        fault={isChecked && isFaulty && t("externalStreams.fix")}
        onChange={setRows}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={handleCancel}>
          {t("common.cancel")}
        </Button>
        <Button onClick={handleApply}>{t("externalStreams.apply")}</Button>
      </Group>
    </Stack>
  );
}
