import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import i18next from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useCancel, useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { TagField } from "../../../components/video/tag-field.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { PlanDone } from "../plan/plan-done.tsx";
import { PlanForm } from "../plan/plan-form.tsx";
import { ChoiceChips } from "../tools/choice-chips.tsx";
import type { BulkActions } from "./use-bulk.tsx";

function openBulkDialog(
  title: string,
  content: (onEnd: () => void) => ReactNode,
  onClosed?: () => void,
): void {
  const children = content(() => void closing.then((close) => close()));
  const closing = openDialog({ title, children, onClosed });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

/** Asks for the date on which the selected videos are deleted. */
export function openBulkPlanDialog(bulk: BulkActions): void {
  const dates = bulk.chosen().flatMap(({ deleteDate }) => (deleteDate ? [Date.parse(deleteDate)] : []));
  const planned = dates.length > 0 ? new Date(Math.min(...dates)) : undefined;
  // Opens the list of rejected videos only after the dialog with the outcome has closed. The list would otherwise take the focus from the
  // outcome.
  let showRefusals: (() => void) | undefined;
  let isClosed = false;
  openBulkDialog(
    i18next.t("plan.titleMany", { count: bulk.count }),
    (onEnd) => (
      <BulkPlan
        bulk={bulk}
        planned={planned}
        onPlanned={(show) => {
          showRefusals = show;
          // The user may close the dialog while the call is running.
          if (isClosed) show();
        }}
        onEnd={onEnd}
      />
    ),
    () => {
      isClosed = true;
      showRefusals?.();
    },
  );
}

/** Asks which tags to add to the selected videos. */
export function openAddTagsDialog(bulk: BulkActions): void {
  openBulkDialog(i18next.t("bulk.addTagsTitle", { count: bulk.count }), (onEnd) => (
    <BulkTags bulk={bulk} action="addTags" onEnd={onEnd} />
  ));
}

/** Asks which tags to remove from the selected videos. */
export function openRemoveTagsDialog(bulk: BulkActions): void {
  openBulkDialog(i18next.t("bulk.removeTagsTitle", { count: bulk.count }), (onEnd) => (
    <BulkTags bulk={bulk} action="removeTags" onEnd={onEnd} />
  ));
}

interface BulkDialogProps {
  bulk: BulkActions;
  onEnd: () => void;
}

/** Runs the action of a dialog, which stays open and shows the reason if the action fails. */
function useBulkAction() {
  const [error, setError] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  async function run(action: () => Promise<void>): Promise<void> {
    setRunning(true);
    setError(undefined);
    try {
      await action();
    } catch (fault) {
      setError(fault);
      setRunning(false);
    }
  }
  return { run, isRunning, fault: error === undefined ? null : <BulkFault error={error} /> };
}

function BulkFault({ error }: { error: unknown }) {
  return (
    <Alert color="red" role="alert">
      {errorText(error)}
    </Alert>
  );
}

interface BulkPlanProps extends BulkDialogProps {
  planned: Date | undefined;
  /** Called with the function that lists the rejected videos, which is called after the dialog has closed. */
  onPlanned: (showRefusals: () => void) => void;
}

/** Shows the outcome until the reader closes it (§2). */
function BulkPlan({ bulk, planned, onPlanned, onEnd }: BulkPlanProps) {
  const [done, setDone] = useState<string>();
  const { run, fault } = useBulkAction();
  async function plan(date: Date | undefined): Promise<void> {
    const { text, showRefusals } = await bulk.plan(date);
    onPlanned(showRefusals);
    if (text === undefined) onEnd();
    else setDone(text);
  }
  if (done !== undefined) return <PlanDone text={done} onEnd={onEnd} />;
  return (
    <Stack>
      {fault}
      <PlanForm planned={planned} onPlan={(date) => run(() => plan(date))} onEnd={onEnd} />
    </Stack>
  );
}

function BulkTags({ bulk, action, onEnd }: BulkDialogProps & { action: "addTags" | "removeTags" }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const [tags, setTags] = useState<string[]>([]);
  useReportUnsaved(tags.length > 0);
  const { run, isRunning, fault } = useBulkAction();
  async function changeTags(): Promise<void> {
    await bulk.changeTags(action, tags);
    onEnd();
  }
  return (
    <Stack>
      {action === "addTags" ? (
        <TagField tags={tags} onChange={setTags} />
      ) : (
        <CurrentTags videos={bulk.chosen()} chosen={tags} onChoose={setTags} />
      )}
      {fault}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={handleCancel}>
          {t("common.cancel")}
        </Button>
        <Button disabled={tags.length === 0} loading={isRunning} onClick={() => void run(changeTags)}>
          {t(`bulk.${action}`)}
        </Button>
      </Group>
    </Stack>
  );
}

interface PresentTagsProps {
  videos: VideoView[];
  chosen: string[];
  onChoose: (choose: (latest: readonly string[]) => string[]) => void;
}

function CurrentTags({ videos, chosen, onChoose }: PresentTagsProps) {
  const { t } = useTranslation();
  const tags = [...new Set(videos.flatMap((video) => video.tags))].toSorted((a, b) => a.localeCompare(b));
  if (tags.length === 0) return <Text size="sm">{t("bulk.noTags")}</Text>;
  return (
    <ChoiceChips
      label={t("bulk.removeTagsText")}
      choices={tags.map((tag) => ({ value: tag, text: tag }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
