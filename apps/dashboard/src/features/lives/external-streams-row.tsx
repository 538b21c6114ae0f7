import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ExternalRow } from "../../components/live/external/external-rows.ts";
import { notifyUnreachable } from "../../lib/notify.ts";

interface ExternalStreamsRowProps {
  rows: ExternalRow[];
  fault: ReactNode;
  onChange: (rows: ExternalRow[]) => void;
}

/** The restream targets of a new live, with the button that opens their dialog. */
export function ExternalStreamsRow({ rows, fault, onChange }: ExternalStreamsRowProps) {
  const { t } = useTranslation();
  async function handleOpen(): Promise<void> {
    const { openExternalStreamsDialog } = await import("./external-dialog.tsx").catch(notifyUnreachable);
    openExternalStreamsDialog({ rows, onApply: onChange });
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          {t("live.external.label")}
        </Text>
        <Text size="xs" c="dimmed">
          {rows.length === 0 ? t("live.external.none") : t("live.external.some", { count: rows.length })}
        </Text>
        {fault && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t("live.external.changeAll")}
        onClick={() => void handleOpen()}
      >
        {t("live.external.change")}
      </Button>
    </Group>
  );
}
