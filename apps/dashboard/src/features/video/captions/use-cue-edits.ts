import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { type CaptionsWithCues, loadCaptions } from "./captions-api.ts";
import { type CueRow, changeRow, findCueFaults, rowsOfCues, toCue, toCueRow } from "./cue-rows.ts";
import { adoptSavedRows, type ContestedCue, mergeCues, rebaseRows, rowsOfSaved } from "./merge-cues.ts";

/** The number of edits that can be undone. Older edits are dropped. */
const MAX_UNDO_STEPS = 100;

interface EditHistory {
  past: readonly CueRow[][];
  rows: CueRow[];
  future: readonly CueRow[][];
  /** The last edited field. Further typing in the same field belongs to the same undo step. */
  field: string | undefined;
}
type EditAction =
  | { type: "set"; rows: CueRow[]; field?: string | undefined }
  | { type: "undo" | "redo" }
  /** Replaces the rows, and discards the undo steps. */
  | { type: "reset"; rows: CueRow[] }
  /** Replaces the sent rows with the saved rows. Changes made during the save are kept. */
  | { type: "saved"; sent: CueRow[]; saved: CueRow[] };

function reduceHistory(history: EditHistory, step: EditAction): EditHistory {
  const { past, rows, future } = history;
  switch (step.type) {
    case "set": {
      const isSame = step.field !== undefined && step.field === history.field;
      const before = isSame ? past : [...past, rows].slice(-MAX_UNDO_STEPS);
      return { past: before, rows: step.rows, future: [], field: step.field };
    }
    case "undo": {
      const last = past.at(-1);
      if (!last) return history;
      return { past: past.slice(0, -1), rows: last, future: [rows, ...future], field: undefined };
    }
    case "redo": {
      const [next, ...rest] = future;
      return next ? { past: [...past, rows], rows: next, future: rest, field: undefined } : history;
    }
    case "reset":
      return { past: [], rows: step.rows, future: [], field: undefined };
    case "saved":
      return { past: [], rows: adoptSavedRows(rows, step.sent, step.saved), future: [], field: undefined };
  }
}

/** Holds the rows being edited, with undo and redo. */
function useHistory(initial: () => CueRow[]) {
  const [history, step] = useReducer(reduceHistory, undefined, () => ({
    past: [],
    rows: initial(),
    future: [],
    field: undefined,
  }));
  return {
    rows: history.rows,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** @param field the field being typed into, so that consecutive typing becomes one undo step. */
    set: (rows: CueRow[], field?: string) => step({ type: "set", rows, field }),
    undo: () => step({ type: "undo" }),
    redo: () => step({ type: "redo" }),
    reset: (rows: CueRow[]) => step({ type: "reset", rows }),
    settle: (sent: CueRow[], saved: CueRow[]) => step({ type: "saved", sent, saved }),
  };
}

/** Holds the cues of a track while they are edited, and saves them. */
export function useCueEdits(video: VideoView, loaded: CaptionsWithCues) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const preview = usePreview();
  const [base, setBase] = useState(loaded);
  const [baseKeys, setBaseKeys] = useState<readonly string[]>();
  const history = useHistory(() => rowsOfCues(loaded.cues));
  const [contested, setContested] = useState<readonly ContestedCue[]>([]);
  const [mergedCount, setMergedCount] = useState(0);
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { rows } = history;
  // Keeps the latest rows in a ref, because the user can continue to type until the server responds.
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });
  const faults = useMemo(() => findCueFaults(rows), [rows]);
  const isChanged = useMemo(
    () => JSON.stringify(rows.map(toCue)) !== JSON.stringify(base.cues),
    [rows, base],
  );
  useReportUnsaved(isChanged);
  const params = { id: video.uuid, captionsId: loaded.uuid };

  /** Merges changes that another user has saved into the local rows. */
  async function bringIn(): Promise<void> {
    const latest = await loadCaptions(video.uuid, loaded.uuid);
    const merged = mergeCues(base.cues, latestRows.current, latest.cues, baseKeys);
    const rebased = rebaseRows(merged.rows, latest.cues, merged.contested);
    history.reset(rebased.rows);
    setContested(rebased.contested);
    setMergedCount(merged.foreignCount);
    setBase(latest);
    setBaseKeys(undefined);
  }

  async function send(): Promise<void> {
    const body = { revision: base.revision, cues: rows.map(toCue) };
    const saved = await call(routes.setCaptionCues, { params, body });
    const savedRows = rowsOfSaved(rows, saved.cues);
    setBase(saved);
    setBaseKeys(savedRows.map(({ key }) => key));
    history.settle(rows, savedRows);
    setContested([]);
    setMergedCount(0);
    notify.success({ message: t("captions.editor.saved") });
    preview.showCaptions(saved);
    // Ignores failures, because the cues have been saved even if the video cannot be reloaded.
    await loadVideo(queries, video.uuid).catch(() => undefined);
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
    // Ignores further saves while one is running, because the shortcut may be pressed repeatedly.
    save: async () => {
      if (!isSending) await attempt(send);
    },
    bringIn: () => attempt(bringIn),
    acceptTheirs({ key, theirs }: ContestedCue): void {
      history.set(changeRow(rows, key, toCueRow(theirs, key)));
      setContested(contested.filter((each) => each.key !== key));
    },
  };
}
export type CueEdits = ReturnType<typeof useCueEdits>;
