import { Button, Group, List, Stack, Text } from "@mantine/core";
import {
  AppError,
  type BulkAction,
  type ErrorCode,
  type ResponseOf,
  routes,
  type VideoView,
} from "@shoal/contract";
import { deletionModeOf } from "@shoal/domain";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { type Selection, useSelectedItems } from "../../../components/ui/table/use-selection.ts";
import { windows } from "../../../components/ui/windows/windows.ts";
import { useDeletedNotice } from "../../../components/video/deleted-notice.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify, notifyUnreachable } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { findCachedVideo, reloadLists } from "../../../lib/video-cache.ts";
import { planRestart, type RestartPlan } from "./plan-restart.ts";

type BulkResult = ResponseOf<typeof routes.changeVideos>;
type BulkRequest = BulkAction extends infer A ? (A extends BulkAction ? Omit<A, "uuids"> : never) : never;

/** The outcome of scheduling or cancelling the deletion of the selected videos. */
interface PlanOutcome {
  /** The text that states the outcome; undefined if no video was changed. */
  text: string | undefined;
  /** Lists the rejected videos, if there are any. Called after the dialog has closed. */
  showRefusals: () => void;
}

/**
 * Returns the bulk actions on the selected videos. Each reports how many videos it changed. Rejected videos are listed with the reason and
 * stay selected.
 */
export function useBulk(selection: Selection<VideoView>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const noticeDeleted = useDeletedNotice();
  const videos = useSelectedItems(selection);
  const uuids = [...videos.keys()];
  const count = uuids.length;
  const chosen = () => [...videos.values()].map((video) => findCachedVideo(queries, video.uuid) ?? video);

  async function change(wanted: BulkRequest, among?: string[]): Promise<BulkResult> {
    const result = await send(wanted, among);
    showRefusals(wanted, result);
    return result;
  }

  function showRefusals({ action }: BulkRequest, result: BulkResult): void {
    if (result.refused.length > 0) openRefusalsDialog({ action, result, titles: videos });
  }

  async function send(wanted: BulkRequest, among: string[] = uuids): Promise<BulkResult> {
    const result = await call(routes.changeVideos, { body: { ...wanted, uuids: among } as BulkAction });
    const refused = new Set(result.refused.map(({ uuid }) => uuid));
    const kept = [...videos.values()].filter(({ uuid }) => refused.has(uuid));
    selection.clear();
    selection.selectAll(kept);
    reloadLists(queries);
    for (const key of ["tags", "trash", "video"]) void queries.invalidateQueries({ queryKey: [key] });
    return result;
  }

  async function remove(): Promise<void> {
    const restorable = chosen().filter((video) => deletionModeOf(video) === "trashed");
    const { changed, refused } = await change({ action: "delete" });
    const trashed = selectionWithout(restorable, refused);
    const deleted = t("bulk.deleteDone", { count: changed });
    if (trashed.length > 0) noticeDeleted(trashed, { deleted });
    else if (changed > 0) notify.success({ message: deleted });
  }

  /** Restarts a camera live in its window (§4), and the other videos on the server. */
  async function restart({ uuids: restarted, camera }: RestartPlan): Promise<void> {
    const { changed } = await change({ action: "restart" }, restarted);
    if (camera) windows.open("newLive", camera);
    if (changed > 0) notify.success({ message: t("bulk.restartDone", { count: changed }) });
  }

  async function plan(date: Date | undefined): Promise<PlanOutcome> {
    const wanted: BulkRequest = { action: "planDeletion", deleteDate: date?.toISOString() ?? null };
    const result = await send(wanted);
    return { text: planText(date, result.changed), showRefusals: () => showRefusals(wanted, result) };
  }

  function planText(date: Date | undefined, changed: number): string | undefined {
    if (changed === 0) return undefined;
    if (!date) return t("bulk.clearDone", { count: changed });
    if (date.getTime() <= Date.now()) return t("bulk.deleteDone", { count: changed });
    return t("bulk.planDone", { count: changed, date: formatDateTime(date.toISOString()) });
  }

  async function changeTags(action: "addTags" | "removeTags", tags: string[]): Promise<void> {
    const { changed } = await change({ action, tags });
    if (changed > 0) notify.success({ message: t("bulk.tagsDone", { count: changed }) });
  }

  return {
    count,
    chosen,
    plan,
    changeTags,
    confirmRestart() {
      const planned = planRestart(chosen());
      if (planned.isRefused) warnOfSeveralCameras().catch(() => undefined);
      else if (planned.uuids.length > 0) confirmRestart(planned);
      else if (planned.camera) windows.open("newLive", planned.camera);
    },
    confirmDelete: () =>
      askConfirmation({
        title: t("bulk.deleteQuestion", { count }),
        text: t("bulk.deleteText"),
        confirm: t("bulk.delete"),
        isDangerous: true,
        run: remove,
      }),
  };

  function confirmRestart(planned: RestartPlan): void {
    askConfirmation({
      title: t("bulk.restartQuestion", { count: planned.uuids.length }),
      text: chosen().some(({ type }) => type === "live") ? t("bulk.restartLivesText") : t("bulk.restartText"),
      confirm: t("bulk.restart"),
      run: () => restart(planned),
    });
  }
}
export type BulkActions = ReturnType<typeof useBulk>;

function selectionWithout(videos: VideoView[], refused: BulkResult["refused"]): string[] {
  return videos.map(({ uuid }) => uuid).filter((uuid) => !refused.some((other) => other.uuid === uuid));
}

/** Warns about several camera lives. The texts are loaded on first use: a library without lives does not need them. */
async function warnOfSeveralCameras(): Promise<void> {
  const { openSeveralCameras } = await import("./several-cameras.ts").catch(notifyUnreachable);
  await openSeveralCameras();
}

interface BulkRefusals {
  action: BulkAction["action"];
  result: ResponseOf<typeof routes.changeVideos>;
  /** The requested videos by uuid, for their titles. */
  titles: ReadonlyMap<string, { title: string }>;
}

/** Lists the videos that could not be changed, each with the reason. */
function openRefusalsDialog(refusals: BulkRefusals): void {
  const closing = openDialog({
    title: i18next.t("bulk.refusedTitle", { count: refusals.result.refused.length }),
    children: <RefusalList {...refusals} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function RefusalList({ action, result, titles, onEnd }: BulkRefusals & { onEnd: () => void }) {
  const { t } = useTranslation();
  const { changed, refused } = result;
  const reasonOf = (code: ErrorCode) =>
    action === "addTags" && code === "bad_request" ? t("bulk.tooManyTags") : errorText(new AppError(code));
  return (
    <Stack role="alert">
      <List size="sm" spacing={6}>
        {refused.map(({ uuid, code }) => (
          <List.Item key={uuid}>
            <strong>{titles.get(uuid)?.title ?? t("bulk.unknownVideo")}</strong>
            <br />
            {reasonOf(code)}
          </List.Item>
        ))}
      </List>
      {changed > 0 && (
        <Text size="sm" c="dimmed">
          {t("bulk.refusedRest", { count: changed })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
