import { Alert, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useDeletionDate } from "../../../components/video/use-deletion-date.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { reloadLists } from "../../../lib/video-cache.ts";
import { PlanDone } from "./plan-done.tsx";
import { PlanForm } from "./plan-form.tsx";

/** Opens the dialog that sets or clears a video's deletion date. */
export function openPlanDialog(video: VideoView): void {
  const closing = openDialog({
    title: i18next.t("plan.title"),
    children: <PlanDeletion video={video} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function PlanDeletion({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [done, setDone] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { title, deleteDate } = video;
  const { save, faultOf } = useDeletionDate(video);
  async function plan(date: Date | undefined): Promise<void> {
    try {
      const saved = await save(date?.toISOString() ?? "");
      reloadLists(queries);
      setDone(doneText(saved, date));
    } catch (error) {
      setFault(`${t(date ? "plan.failed" : "plan.clearFailed", { title })} ${faultOf(error)}`);
    }
  }
  function doneText(saved: VideoView, date: Date | undefined): string {
    if (!date) return t("plan.cleared", { title });
    if (saved.isDeleted) return t("plan.savedNow", { title });
    return t("plan.saved", { title, date: formatDateTime(date.toISOString()) });
  }
  if (done !== undefined) return <PlanDone text={done} onEnd={onEnd} />;
  return (
    <Stack>
      {fault === undefined ? (
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
      ) : (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      <PlanForm planned={deleteDate ? new Date(deleteDate) : undefined} onPlan={plan} onEnd={onEnd} />
    </Stack>
  );
}
