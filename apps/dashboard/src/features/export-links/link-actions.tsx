import { ActionIcon, Group, Menu, Tooltip } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
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
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../lib/use-copy.ts";
import { useLinkDeeds } from "./use-link-deeds.tsx";

/** What can be done with a link: its codes at once, the rest in a menu. */
export function LinkActions({ link, onOpen }: { link: ExportLinkView; onOpen: () => void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { name } = link;
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <Deed
        label={t("exportLinks.copyIframeOf", { name })}
        onClick={() => copy(link.iframe, t("share.iframeCopied"))}
      >
        <IconCode size={18} />
      </Deed>
      <Deed
        label={t("exportLinks.copyLinkOf", { name })}
        onClick={() => copy(link.directUrl, t("share.linkCopied"))}
      >
        <IconLink size={18} />
      </Deed>
      <MoreDeeds link={link} onOpen={onOpen} />
    </Group>
  );
}

function Deed({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function MoreDeeds({ link, onOpen }: { link: ExportLinkView; onOpen: () => void }) {
  const { t } = useTranslation();
  const { togglePause, askDelete, isRunning } = useLinkDeeds(link);
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
        <Menu.Item c="var(--shoal-bad)" leftSection={<IconTrash size={16} />} onClick={askDelete}>
          {t("exportLinks.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
