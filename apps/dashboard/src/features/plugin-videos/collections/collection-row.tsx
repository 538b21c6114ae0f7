import { ActionIcon, Box, Menu, UnstyledButton } from "@mantine/core";
import { type CollectionView, routes } from "@shoal/contract";
import { IconAdjustments, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../../components/delivery-rules/lazy-rules-window.tsx";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { useNowSec } from "../../../lib/now.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { reloadPluginVideos } from "../plugin-queries.ts";
import { openCollectionForm } from "./collection-form.tsx";
import classes from "./collections.module.css";
import { reportStateOf } from "./report-state.ts";

interface CollectionRowProps {
  collection: CollectionView;
  /** Whether the list is filtered by the collection. */
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Shows a collection: a click filters the list by the collection, and another click shows all media again. */
export function CollectionRow({ collection, isChosen, onChoose }: CollectionRowProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-chosen={isChosen}>
      <UnstyledButton className={classes.choice} aria-pressed={isChosen} onClick={() => onChoose(!isChosen)}>
        <Box component="span" fw={650} fz="sm" lh="20px" style={{ overflowWrap: "anywhere" }}>
          {collection.name}
        </Box>
        <span>{t("pluginVideos.collections.count", { count: collection.videoCount })}</span>
        <ReportBadge reportedAt={collection.reportedAt} />
      </UnstyledButton>
      <CollectionActions collection={collection} />
    </li>
  );
}

function ReportBadge({ reportedAt }: Pick<CollectionView, "reportedAt">) {
  const { t } = useTranslation();
  const state = reportStateOf(reportedAt, useNowSec() * 1000);
  return (
    <span className={classes.report} data-state={state}>
      {t(`pluginVideos.collections.states.${state}`, { date: reportedAt ? formatDateTime(reportedAt) : "" })}
    </span>
  );
}

/** Offers the actions on a collection. Users without edit rights can view its rules. */
function CollectionActions({ collection }: { collection: CollectionView }) {
  const { t } = useTranslation();
  const [areRulesOpen, setRulesOpen] = useState(false);
  const { uuid, name } = collection;
  const canModify = useMayModify();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("pluginVideos.actionsFor", { title: name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setRulesOpen(true)}>
            {t("pluginVideos.rules")}
          </Menu.Item>
          {canModify && <ChangeItems collection={collection} />}
        </Menu.Dropdown>
      </Menu>
      {areRulesOpen && (
        <LazyRulesWindow subject={{ kind: "collection", uuid, name }} onClose={() => setRulesOpen(false)} />
      )}
    </>
  );
}

function ChangeItems({ collection }: { collection: CollectionView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { uuid, name, videoCount } = collection;
  const confirmDelete = () =>
    askConfirmation({
      title: t("pluginVideos.collections.deleteTitle", { name }),
      text: t("pluginVideos.collections.deleteText", { count: videoCount }),
      confirm: t("pluginVideos.collections.delete"),
      isDangerous: true,
      failed: { title: t("pluginVideos.faults.delete"), textOf: errorText },
      async run() {
        await call(routes.deleteCollection, { params: { id: uuid } });
        notify.success({ message: t("pluginVideos.collections.deleted", { name }) });
        await reloadPluginVideos(queries);
      },
    });
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openCollectionForm(collection)}>
        {t("pluginVideos.collections.rename")}
      </Menu.Item>
      <Menu.Item
        c="light-dark(#b42318, #ff8080)"
        leftSection={<IconTrash size={16} />}
        onClick={confirmDelete}
      >
        {t("pluginVideos.collections.delete")}
      </Menu.Item>
    </>
  );
}
