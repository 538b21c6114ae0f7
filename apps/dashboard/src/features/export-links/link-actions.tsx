import { ActionIcon, Group, Menu, Tooltip } from "@mantine/core";
import { type ExportLinkView, routes } from "@shoal/contract";
import {
  IconCode,
  IconDots,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLinkErrorText } from "../../components/export-links/link-faults.ts";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { EXPORT_LINKS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCopy } from "../../lib/use-copy.ts";

/** Offers the actions on a link: its codes directly, the others in a menu. */
export function LinkActions({ link, onOpen }: { link: ExportLinkView; onOpen: () => void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { name } = link;
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <LinkAction
        label={t("exportLinks.copyIframeOf", { name })}
        onClick={() => copy(link.iframe, t("share.iframeCopied"))}
      >
        <IconCode size={18} />
      </LinkAction>
      <LinkAction
        label={t("exportLinks.copyLinkOf", { name })}
        onClick={() => copy(link.directUrl, t("share.linkCopied"))}
      >
        <IconLink size={18} />
      </LinkAction>
      <MoreActions link={link} onOpen={onOpen} />
    </Group>
  );
}

function LinkAction({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function MoreActions({ link, onOpen }: { link: ExportLinkView; onOpen: () => void }) {
  const { t } = useTranslation();
  const { togglePause, confirmDelete, isRunning } = useLinkActions(link);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          loading={isRunning}
          aria-label={t("exportLinks.actionsFor", { name: link.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onOpen}>
          {t("exportLinks.open")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={link.directUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} />}
        >
          {t("exportLinks.openDirect")}
        </Menu.Item>
        <Menu.Item
          leftSection={link.isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          onClick={togglePause}
        >
          {t(link.isPaused ? "exportLinks.resume" : "exportLinks.pause")}
        </Menu.Item>
        <Menu.Item c="var(--shoal-bad)" leftSection={<IconTrash size={16} />} onClick={confirmDelete}>
          {t("exportLinks.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns functions that pause, resume and delete a link. */
function useLinkActions({ uuid, name, isPaused }: ExportLinkView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const linkErrorText = useLinkErrorText();
  const params = { id: uuid };
  const readAgain = () => queries.invalidateQueries({ queryKey: [EXPORT_LINKS_KEY] });
  const pausing = useMutation({
    mutationFn: () => call(routes.pauseExportLink, { params, body: { isPaused: !isPaused } }),
    onSuccess: (link) =>
      notify.success({ message: t(link.isPaused ? "exportLinks.paused" : "exportLinks.resumed", { name }) }),
    onError: (error) =>
      notify.failure({ title: t("exportLinks.faults.update"), message: linkErrorText(error) }),
    onSettled: readAgain,
  });
  async function remove(): Promise<void> {
    await call(routes.deleteExportLink, { params });
    notify.success({ message: t("exportLinks.deleted", { name }) });
    await readAgain();
  }
  const confirmDelete = () =>
    askConfirmation({
      title: t("exportLinks.deleteTitle", { name }),
      text: t("exportLinks.deleteText"),
      confirm: t("exportLinks.delete"),
      isDangerous: true,
      failed: { title: t("exportLinks.faults.delete"), textOf: linkErrorText },
      run: remove,
    });
  return { togglePause: () => pausing.mutate(), confirmDelete, isRunning: pausing.isPending };
}
