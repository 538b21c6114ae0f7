import { ActionIcon, Group, Menu, Tooltip } from "@mantine/core";
import { type CdnEntryView, routes } from "@shoal/contract";
import {
  IconBrush,
  IconChartBar,
  IconDots,
  IconLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCopy } from "../../lib/use-copy.ts";
import { useCan } from "../../lib/user.ts";
import { openPurgeForm } from "./purge-window.tsx";
import { openStatistics } from "./statistics-window.tsx";

/** Offers the actions on an entry: its address directly, the others in a menu. */
export function EntryActions({ entry, onOpen }: { entry: CdnEntryView; onOpen: () => void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const label = t("cdn.copyOf", { name: entry.name });
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          onClick={() => copy(entry.url, t("cdn.copied"))}
        >
          <IconLink size={18} />
        </ActionIcon>
      </Tooltip>
      <MoreActions entry={entry} onOpen={onOpen} />
    </Group>
  );
}

function MoreActions({ entry, onOpen }: { entry: CdnEntryView; onOpen: () => void }) {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  const { togglePause, askDelete, isRunning } = useEntryActions(entry);
  const isGoing = entry.state === "draining";
  const isPurgeable = useCan("editor") && (entry.state === "active" || entry.state === "paused");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          loading={isRunning}
          aria-label={t("cdn.actionsFor", { name: entry.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onOpen}>
          {t("cdn.open")}
        </Menu.Item>
        <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => openStatistics(entry)}>
          {t("cdn.statistics.open")}
        </Menu.Item>
        {isPurgeable && (
          <Menu.Item leftSection={<IconBrush size={16} />} onClick={() => openPurgeForm(entry)}>
            {t("cdn.purge.open")}
          </Menu.Item>
        )}
        {isManager && !isGoing && (
          <>
            <Menu.Item
              leftSection={entry.isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              onClick={togglePause}
            >
              {t(entry.isPaused ? "cdn.resume" : "cdn.pause")}
            </Menu.Item>
            <Menu.Item c="var(--shoal-bad)" leftSection={<IconTrash size={16} />} onClick={askDelete}>
              {t("cdn.delete")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns functions that pause, resume and delete an entry. */
function useEntryActions({ uuid, name, isPaused }: CdnEntryView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: uuid };
  const readAgain = () => queries.invalidateQueries({ queryKey: [CDN_KEY] });
  const pausing = useMutation({
    mutationFn: () => call(routes.pauseCdnEntry, { params, body: { isPaused: !isPaused } }),
    onSuccess: (entry) =>
      notify.success({ message: t(entry.isPaused ? "cdn.paused" : "cdn.resumed", { name }) }),
    onError: (error) => notify.failure({ title: t("cdn.faults.update"), message: errorText(error) }),
    onSettled: readAgain,
  });
  async function remove(): Promise<void> {
    await call(routes.deleteCdnEntry, { params });
    notify.success({ message: t("cdn.deleted", { name }) });
    await readAgain();
  }
  const askDelete = () =>
    askConfirmation({
      title: t("cdn.deleteTitle", { name }),
      text: t("cdn.deleteText"),
      confirm: t("cdn.delete"),
      isDangerous: true,
      failed: { title: t("cdn.faults.delete"), textOf: errorText },
      run: remove,
    });
  return { togglePause: () => pausing.mutate(), askDelete, isRunning: pausing.isPending };
}
