import { ActionIcon, Badge, Group, Menu, Stack, Text } from "@mantine/core";
import type { PluginSortField, PluginVideoItem } from "@shoal/contract";
import { findMissedVersion, rebufferingColour } from "@shoal/domain";
import {
  IconAdjustments,
  IconDots,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconFolderMinus,
  IconFolderPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../components/delivery-rules/lazy-rules-window.tsx";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { SelectBox } from "../../components/ui/table/select-box.tsx";
import type { Selection } from "../../components/ui/table/use-selection.ts";
import { FigureText } from "../../components/video/figure-text.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import type { FigureKey } from "../../lib/figures.ts";
import { useMayModify } from "../../lib/user.ts";
import { MediaDescription, MediaTags, MediaTitle, shownTitleOf } from "./media-texts.tsx";
import classes from "./plugin-videos.module.css";
import { useMediaActions } from "./use-media-actions.tsx";

const FIGURE_COLUMNS = [
  "nbView",
  "hourview",
  "offload",
  "dataDelivered",
  "rebuff",
] as const satisfies FigureKey[];

/**
 * Returns the columns of the list, all of which can be sorted except the buttons.
 * @param selection undefined if nothing can be selected.
 */
export function usePluginColumns(
  selection: Selection<PluginVideoItem> | undefined,
): Column<PluginVideoItem, PluginSortField>[] {
  const { t } = useTranslation();
  return [
    {
      key: "title",
      title: t("sorting.fields.title"),
      sortBy: "title",
      cell: (item) => <MediaCell item={item} selection={selection} />,
    },
    ...FIGURE_COLUMNS.map((figure) => ({
      key: figure,
      title: t(`figures.${figure}`),
      sortBy: figure,
      // The first click sorts rebuffering in ascending order, and all other figures in descending order (§5).
      firstDirection: figure === "rebuff" ? (1 as const) : (-1 as const),
      isEndAligned: true,
      cell: ({ stats }: PluginVideoItem) => (
        <FigureText
          stats={stats}
          figure={figure}
          colour={figure === "rebuff" ? rebufferingColour(stats.rebuff, false) : undefined}
        />
      ),
    })),
    {
      key: "lastReportedAt",
      title: t("pluginVideos.lastSeen"),
      sortBy: "lastReportedAt",
      firstDirection: -1,
      isEndAligned: true,
      cell: (item) => <LastSeen item={item} />,
    },
    {
      key: "menu",
      title: t("pluginVideos.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (item) => <MediaMenu item={item} />,
    },
  ];
}

interface MediaCellProps {
  item: PluginVideoItem;
  selection: Selection<PluginVideoItem> | undefined;
}

function MediaCell({ item, selection }: MediaCellProps) {
  const { t } = useTranslation();
  const { name, title, collection, isHidden } = item;
  return (
    <div className={classes.media}>
      {selection && <SelectBox item={item} title={shownTitleOf(item)} selection={selection} />}
      <Stack gap={2} flex={1} miw={0}>
        <MediaTitle item={item} />
        {title && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }} title={t("pluginVideos.name")}>
            {name}
          </Text>
        )}
        {(collection || isHidden) && (
          <Group gap="4px 10px" fz={13} lh="20px">
            {collection && (
              <span className={classes.collection}>
                <IconFolder size={14} aria-hidden />
                {collection.name}
              </span>
            )}
            {isHidden && (
              <Badge variant="default" size="sm" tt="none" leftSection={<IconEyeOff size={12} aria-hidden />}>
                {t("pluginVideos.hidden")}
              </Badge>
            )}
          </Group>
        )}
        <MediaTags item={item} />
        <MediaDescription item={item} />
      </Stack>
    </div>
  );
}

function LastSeen({ item: { lastReportedAt, version } }: { item: PluginVideoItem }) {
  const { t } = useTranslation();
  const missed = version ? findMissedVersion(version) : undefined;
  return (
    <div>
      <time dateTime={lastReportedAt}>{formatDateTime(lastReportedAt)}</time>
      <Text size="xs" c="dimmed">
        {version ? t("pluginVideos.version", { version }) : t("pluginVideos.noVersion")}
      </Text>
      {missed && (
        <Text size="xs" c="orange">
          {t("pluginVideos.olderVersion", { least: missed })}
        </Text>
      )}
    </div>
  );
}

/** Offers the actions on a media item. Users without edit rights can only view its rules. */
function MediaMenu({ item }: { item: PluginVideoItem }) {
  const { t } = useTranslation();
  const actions = useMediaActions([item]);
  const [areRulesOpen, setRulesOpen] = useState(false);
  const title = shownTitleOf(item);
  const canModify = useMayModify();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            loading={actions.isRunning}
            aria-label={t("pluginVideos.actionsFor", { title })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setRulesOpen(true)}>
            {t("pluginVideos.rules")}
          </Menu.Item>
          {canModify && <ChangeItems item={item} actions={actions} />}
        </Menu.Dropdown>
      </Menu>
      {areRulesOpen && (
        <LazyRulesWindow
          subject={{ kind: "pluginVideo", uuid: item.uuid, name: title }}
          onClose={() => setRulesOpen(false)}
        />
      )}
    </>
  );
}

interface ChangeItemsProps {
  item: PluginVideoItem;
  actions: ReturnType<typeof useMediaActions>;
}

function ChangeItems({ item: { isHidden, collection }, actions }: ChangeItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={actions.openLinkDialog}>
        {t("pluginVideos.link")}
      </Menu.Item>
      {collection && (
        <Menu.Item leftSection={<IconFolderMinus size={16} />} onClick={actions.confirmUnlink}>
          {t("pluginVideos.unlink")}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={isHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        onClick={() => actions.hide(!isHidden)}
      >
        {t(isHidden ? "pluginVideos.show" : "pluginVideos.hide")}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={actions.confirmDelete}>
        {t("pluginVideos.delete")}
      </Menu.Item>
    </>
  );
}
