import { Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp, IconTrashX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { dateOf, dayOf } from "../../lib/dates.ts";
import { useMayModify } from "../../lib/user.ts";
import type { TrashEntry } from "./trash-query.ts";
import { useTrashActions } from "./use-trash-actions.tsx";

/** The columns of the trash: which video, since when, until when, and what can be done. */
export function useTrashColumns(): Column<TrashEntry, never>[] {
  const { t } = useTranslation();
  return [
    { key: "title", title: t("trash.video"), cell: ({ video }) => <Text fw={600}>{video.title}</Text> },
    { key: "author", title: t("trash.author"), cell: ({ video }) => video.user ?? "–" },
    { key: "deletedAt", title: t("trash.deletedAt"), cell: ({ deletedAt }) => dateOf(deletedAt) },
    { key: "purgeAt", title: t("trash.purgeAt"), cell: ({ purgeAt }) => dayOf(purgeAt) },
    {
      key: "actions",
      title: t("trash.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (entry) => <Actions entry={entry} />,
    },
  ];
}

function Actions({ entry: { video } }: { entry: TrashEntry }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { restore, askPurge, isRunning } = useTrashActions(video);
  const named = (deed: string) => `${deed}: ${video.title}`;
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={15} />}
        disabled={!mayModify}
        loading={isRunning}
        aria-label={named(t("trash.restore"))}
        onClick={restore}
      >
        {t("trash.restore")}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        leftSection={<IconTrashX size={15} />}
        disabled={!mayModify}
        aria-label={named(t("trash.purge"))}
        onClick={askPurge}
      >
        {t("trash.purge")}
      </Button>
    </Group>
  );
}
