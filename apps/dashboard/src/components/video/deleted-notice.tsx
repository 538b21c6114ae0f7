import { Button, Group } from "@mantine/core";
import { routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { hideNotice, notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { reloadLists } from "../../lib/video-cache.ts";

/** The time for which the notice is shown, in ms: long enough to read it and press 'Undo'. */
const NOTICE_DURATION_MS = 10_000;

/** Returns a function that shows a notice after videos were moved to the trash, with an 'Undo' button that restores them. */
export function useDeletedNotice() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  /** Shows the notice. @param texts `title` names the video if there is only one. */
  return (uuids: string[], texts: { deleted: string; title?: string }): void => {
    const id = `deleted-${uuids[0]}`;
    async function undo(): Promise<void> {
      void hideNotice(id);
      const { restored, error } = await restoreVideos(uuids);
      reloadLists(queries);
      void queries.invalidateQueries({ queryKey: ["trash"] });
      if (error !== undefined) notify.failure({ message: errorText(error) });
      if (restored === 0) return;
      const { title } = texts;
      notify.success({
        message: title ? t("actions.undone", { title }) : t("actions.undoneMany", { count: restored }),
      });
    }
    notify.success({
      id,
      autoClose: NOTICE_DURATION_MS,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          {texts.deleted}
          <Button size="compact-sm" variant="default" onClick={() => void undo()}>
            {t("actions.undo")}
          </Button>
        </Group>
      ),
    });
  };
}

/** Restores videos one after another, because each restore may restart an encoding. */
async function restoreVideos(uuids: string[]): Promise<{ restored: number; error?: unknown }> {
  let restored = 0;
  let fault: { error?: unknown } = {};
  for (const id of uuids) {
    try {
      await call(routes.restoreFromTrash, { params: { id } });
      restored += 1;
    } catch (error) {
      fault = { error };
    }
  }
  return { restored, ...fault };
}
