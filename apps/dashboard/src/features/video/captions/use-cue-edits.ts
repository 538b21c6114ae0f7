import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNoteUnsaved } from "../../../components/ui/form/unsaved.ts";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { readVideo } from "../../../lib/video-cache.ts";
import { type CaptionsWithCues, readCaptions } from "./captions-api.ts";
import { changeRow, cueOf, findCueFaults, rowOf, rowsOfCues } from "./cue-rows.ts";
import { type ContestedCue, mergeCues, rebaseRows } from "./merge-cues.ts";
import { useHistory } from "./use-history.ts";

/** The cues of a track while they are edited, and their way to the server. */
export function useCueEdits(video: VideoView, loaded: CaptionsWithCues) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const preview = usePreview();
  const [base, setBase] = useState(loaded);
  const history = useHistory(() => rowsOfCues(loaded.cues));
  const [contested, setContested] = useState<readonly ContestedCue[]>([]);
  const [mergedCount, setMergedCount] = useState(0);
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { rows } = history;
  const faults = useMemo(() => findCueFaults(rows), [rows]);
  const isChanged = useMemo(
    () => JSON.stringify(rows.map(cueOf)) !== JSON.stringify(base.cues),
    [rows, base],
  );
  useNoteUnsaved(isChanged);
  const params = { id: video.uuid, captionsId: loaded.uuid };

  /** Joins what somebody else saved with what is written here. */
  async function bringIn(): Promise<void> {
    const latest = await readCaptions(video.uuid, loaded.uuid);
    const merged = mergeCues(base.cues, rows, latest.cues);
    const rebased = rebaseRows(merged.rows, latest.cues, merged.contested);
    history.reset(rebased.rows);
    setContested(rebased.contested);
    setMergedCount(merged.foreignCount);
    setBase(latest);
  }

  async function send(): Promise<void> {
    const body = { revision: base.revision, cues: rows.map(cueOf) };
    const saved = await call(routes.setCaptionCues, { params, body });
    setBase(saved);
    history.reset(rowsOfCues(saved.cues));
    setContested([]);
    setMergedCount(0);
    notify.success({ message: t("captions.editor.saved") });
    preview.showCaptions(saved);
    // Saved all the same when it cannot be read again.
    await readVideo(queries, video.uuid).catch(() => undefined);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFault(undefined);
    setSending(true);
    try {
      await work();
    } catch (error) {
      if (isEditConflict(error)) await bringIn().catch((late: unknown) => setFault(errorText(late)));
      else setFault(errorText(error));
    } finally {
      setSending(false);
    }
  }

  return {
    ...history,

    base,
    faults,
    isChanged,
    isSending,
    fault,
    contested,
    mergedCount,
    save: () => attempt(send),
    bringIn: () => attempt(bringIn),
    take({ key, theirs }: ContestedCue): void {
      history.set(changeRow(rows, key, rowOf(theirs, key)));
      setContested(contested.filter((each) => each.key !== key));
    },
  };
}
export type CueEdits = ReturnType<typeof useCueEdits>;
