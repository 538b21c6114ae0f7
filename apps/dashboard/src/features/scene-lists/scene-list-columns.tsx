import { ActionIcon, Anchor, Box, Group, Menu, Text } from "@mantine/core";
import type { SceneListSummary } from "@shoal/contract";
import { IconCode, IconDots, IconLink, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { openCopiedNotice } from "../../components/ui/dialogs/copied.ts";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { notify } from "../../lib/notify.ts";
import { copyText, directLinkOf, embedCodeOf } from "../../lib/sharing.ts";
import { formatClock } from "../../lib/times.ts";
import type { SceneListSortField } from "./scene-lists-query.ts";
import { StateBadge } from "./state-badge.tsx";
import { useDeleteList } from "./use-delete-list.tsx";

/** Returns the columns of the list of scene lists. */
export function useSceneListColumns(): Column<SceneListSummary, SceneListSortField>[] {
  const { t } = useTranslation();
  return [
    { key: "title", title: t("sceneLists.name"), sortBy: "title", cell: (list) => <NameCell list={list} /> },
    {
      key: "state",
      title: t("sceneLists.state"),
      cell: ({ state }) => <StateBadge state={state}>{t(`sceneLists.states.${state}`)}</StateBadge>,
    },
    {
      key: "scenes",
      title: t("sceneLists.scenes"),
      sortBy: "sceneCount",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ sceneCount }) => sceneCount,
    },
    {
      key: "duration",
      title: t("sceneLists.duration"),
      sortBy: "duration",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ duration }) => formatClock(duration),
    },
    { key: "views", title: t("sceneLists.views"), isEndAligned: true, cell: ({ nbView }) => nbView },
    {
      key: "changed",
      title: t("sceneLists.changed"),
      sortBy: "lastModifyAt",
      firstDirection: -1,
      cell: ({ lastModifyAt }) => (
        <Box component="span" style={{ whiteSpace: "nowrap" }}>
          {formatDateTime(lastModifyAt)}
        </Box>
      ),
    },
    {
      key: "actions",
      title: t("sceneLists.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (list) => <SceneListActions list={list} />,
    },
  ];
}

function NameCell({ list }: { list: SceneListSummary }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Box flex="none" w={96} bdrs={8} style={{ overflow: "hidden" }}>
        <Thumbnail video={{ manifest: { ...list.manifest, thumbnail: list.thumbnail }, duration: null }} />
      </Box>
      <Box flex={1} miw={0} ta="start" style={{ overflowWrap: "anywhere" }}>
        <Anchor component={Link} to={`/scenelist/${list.uuid}`} fw={600}>
          {list.title}
        </Anchor>
        {list.description && (
          <Text size="sm" c="dimmed" lineClamp={1}>
            {list.description}
          </Text>
        )}
      </Box>
    </Group>
  );
}

function SceneListActions({ list }: { list: SceneListSummary }) {
  const { t } = useTranslation();
  const confirmDelete = useDeleteList();
  const copy = (text: string, done: string) =>
    void copyText(text).then(
      () => openCopiedNotice(done),
      () => notify.failure({ message: t("common.copyRefused") }),
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("sceneLists.actionsFor", { title: list.title })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCode size={16} />}
          onClick={() => copy(embedCodeOf(list), t("sceneLists.codeCopied"))}
        >
          {t("sceneLists.copyCode")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} />}
          onClick={() => copy(directLinkOf(list), t("sceneLists.linkCopied"))}
        >
          {t("sceneLists.copyLink")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--shoal-bad)"
          leftSection={<IconTrash size={16} />}
          onClick={() => confirmDelete(list)}
        >
          {t("sceneLists.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
