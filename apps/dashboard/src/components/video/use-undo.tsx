import { Button, Group, Text } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { readVideosAgain } from "../../lib/video-cache.ts";

const OFFERED_MS = 10_000;

/** Says that a video is in the trash, and for a while takes it out again on a click. */
export function useUndo({ uuid, title }: Pick<VideoView, "uuid" | "title">): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const id = `deleted-${uuid}`;
  async function restore(): Promise<void> {
    notify.hide(id);
    try {
      await call(routes.restoreFromTrash, { params: { id: uuid } });
      notify.success({ message: t("actions.restored", { title }) });
      readVideosAgain(queries);
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
  }
  const message = (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" inherit>
        {t("actions.deleteDone")}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void restore()}>
        {t("actions.undo")}
      </Button>
    </Group>
  );
  return () => notify.success({ id, message, autoClose: OFFERED_MS });
}
