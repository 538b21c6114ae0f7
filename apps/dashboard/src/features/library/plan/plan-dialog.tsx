import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useDeletionDate } from "../../../components/video/use-deletion-date.ts";
import { dateOf } from "../../../lib/dates.ts";
import { readListsAgain } from "../../../lib/video-cache.ts";
import { PlanForm } from "./plan-form.tsx";

/** Opens the dialog that sets or clears a video's deletion date. */
export function openPlanDialog(video: VideoView): void {
  const closing = openDialog({
    title: i18next.t("plan.title"),
    children: <PlanOne video={video} onEnd={() => void closing.then((close) => close())} />,
  });
  // A failure to load the dialog has already been shown.
  closing.catch(() => undefined);
}

interface Outcome {
  text: string;
  /** Why the deletion could not be scheduled; undefined if it was. */
  reason?: string;
}

function PlanOne({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const { title, deleteDate } = video;
  const { save, faultOf } = useDeletionDate(video);
  async function plan(date: Date | undefined): Promise<void> {
    try {
      const saved = await save(date?.toISOString() ?? "");
      readListsAgain(queries);
      setOutcome({ text: doneText(saved, date) });
    } catch (error) {
      setOutcome({
        text: t(date ? "plan.failed" : "plan.clearFailed", { title }),
        reason: faultOf(error),
      });
    }
  }
  function doneText(saved: VideoView, date: Date | undefined): string {
    if (!date) return t("plan.cleared", { title });
    if (saved.isDeleted) return t("plan.savedNow", { title });
    return t("plan.saved", { title, date: dateOf(date.toISOString()) });
  }
  return (
    <Stack>
      {!outcome && (
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
      )}
      {outcome && <OutcomeNotice {...outcome} />}
      {outcome && outcome.reason === undefined ? (
        <Group justify="flex-end">
          <Button onClick={onEnd} autoFocus>
            {t("common.close")}
          </Button>
        </Group>
      ) : (
        <PlanForm planned={deleteDate ? new Date(deleteDate) : undefined} onPlan={plan} onEnd={onEnd} />
      )}
    </Stack>
  );
}

function OutcomeNotice({ text, reason }: Outcome) {
  return (
    <Alert color={reason ? "red" : "teal"} role={reason ? "alert" : "status"}>
      {text} {reason}
    </Alert>
  );
}
