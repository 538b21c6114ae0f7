import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconFileExport, IconFileImport } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { useReview } from "../review-context.ts";

/** Offers export and import of comments for edit suites, for members. The dialogs are loaded when they are opened. */
export function ExchangeMenu() {
  const { t } = useTranslation();
  const { project, version, may, guest } = useReview();
  if (guest) return null;
  const place = { project, version };
  async function openExport(): Promise<void> {
    const { ExportDialog } = await import("./export-dialog.tsx").catch(notifyUnreachable);
    const closing = openDialog({
      title: t("exchange.export"),
      children: <ExportDialog place={place} onEnd={() => void closing.then((close) => close())} />,
    });
  }
  async function openImport(): Promise<void> {
    const { ImportDialog } = await import("./import-dialog.tsx").catch(notifyUnreachable);
    const closing = openDialog({
      title: t("exchange.import"),
      size: "lg",
      children: <ImportDialog place={place} onEnd={() => void closing.then((close) => close())} />,
    });
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} ml="auto" aria-label={t("exchange.menu")}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileExport size={16} aria-hidden />} onClick={() => void openExport()}>
          {t("exchange.export")}
        </Menu.Item>
        {may("resolveAny") && (
          <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => void openImport()}>
            {t("exchange.import")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
