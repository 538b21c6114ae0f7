import { Button, Group, Text } from "@mantine/core";
import { AppError, routes, type VideoView } from "@shoal/contract";
import { IconArrowBackUp, IconTrashX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime, formatDay } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { TRASH_KEY, type TrashEntry } from "./trash-query.ts";

/** Returns the columns of the trash: the video, its deletion and expiry dates, and the actions. */
export function useTrashColumns(): Column<TrashEntry, never>[] {
  const { t } = useTranslation();
  return [
    { key: "title", title: t("trash.video"), cell: ({ video }) => <Text fw={600}>{video.title}</Text> },
    { key: "author", title: t("trash.author"), cell: ({ video }) => video.user ?? "–" },
    { key: "deletedAt", title: t("trash.deletedAt"), cell: ({ deletedAt }) => formatDateTime(deletedAt) },
    { key: "purgeAt", title: t("trash.purgeAt"), cell: ({ purgeAt }) => formatDay(purgeAt) },
    {
      key: "actions",
      title: t("trash.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (entry) => <TrashActions entry={entry} />,
    },
  ];
}

function TrashActions({ entry: { video } }: { entry: TrashEntry }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { restore, confirmPurge, isRunning } = useTrashActions(video);
  const named = (action: string) => `${action}: ${video.title}`;
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
        onClick={confirmPurge}
      >
        {t("trash.purge")}
      </Button>
    </Group>
  );
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.code === "video_not_found";

/** Returns functions that restore a video from the trash, or delete it permanently after confirmation. */
function useTrashActions({ uuid, title }: Pick<VideoView, "uuid" | "title">) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: uuid };
  // Reloads all lists, because a restored video appears in every list of videos again.
  const readAgain = () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
  const restoring = useMutation({
    mutationFn: () => call(routes.restoreFromTrash, { params }),
    onSuccess: async () => {
      notify.success({ message: t("trash.restored", { title }) });
      await readAgain();
    },
    onError: (error) => (isGone(error) ? showGone() : notify.failure({ message: errorText(error) })),
  });
  /** Reports that another user has restored or deleted the video, or that it has expired. */
  async function showGone(): Promise<void> {
    notify.failure({ message: t("trash.gone", { title }) });
    await readAgain();
  }
  async function purge(): Promise<void> {
    try {
      await call(routes.deleteFromTrash, { params });
    } catch (error) {
      if (!isGone(error)) throw error;
      return showGone();
    }
    notify.success({ message: t("trash.purged", { title }) });
    await queries.invalidateQueries({ queryKey: [TRASH_KEY] });
  }
  const confirmPurge = () =>
    askConfirmation({
      title: t("trash.purgeQuestion"),
      text: (
        <>
          <strong>{title}</strong>
          <br />
          {t("trash.purgeConsequence")}
        </>
      ),
      confirm: t("trash.purge"),
      isDangerous: true,
      run: purge,
    });
  return { restore: () => restoring.mutate(), confirmPurge, isRunning: restoring.isPending };
}
