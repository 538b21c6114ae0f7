import type { DraftShape } from "@shoal/contract";
import type { BoardState, DrawingBoard, DrawnShape } from "../drawing/drawing-board.ts";

/** Minimum interval of messages in ms, within the server's limit of 40 drafts and 20,000 points a second. */
const MIN_INTERVAL_MS = 30;
const POINTS_PER_MS = 15;
/** The time, in ms, after which an unchanged stroke is sent again, because the server drops messages for busy connections. */
const REPEAT_AFTER_MS = 500;

/**
 * Sends a drawing while the user draws: each changed shape, as often as the server accepts messages. If points of a stroke are lost, the
 * next message about the stroke contains them again.
 */
export function sendDrafts(board: DrawingBoard, send: (draft: DraftShape) => void) {
  /** The shapes as they were last sent, by id; undefined for those that are sent again. */
  const sent = new Map<string, DrawnShape["shape"] | undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The repetitions that are still due, by shape. */
  const repeats = new Map<string, ReturnType<typeof setTimeout>>();

  function pump(): void {
    timer = undefined;
    const draft = nextDraft(board.getSnapshot(), sent);
    if (!draft) return;
    clearTimeout(repeats.get(draft.id));
    repeats.delete(draft.id);
    if (draft.shape)
      repeats.set(
        draft.id,
        setTimeout(() => send(draft), REPEAT_AFTER_MS),
      );
    if (draft.shape) sent.set(draft.id, draft.shape);
    else sent.delete(draft.id);
    send(draft);
    const points = draft.shape?.kind === "pen" ? draft.shape.points.length : 1;
    timer = setTimeout(pump, Math.max(MIN_INTERVAL_MS, points / POINTS_PER_MS));
  }
  const wake = () => {
    timer ??= setTimeout(pump, 0);
  };
  const unsubscribe = board.subscribe(wake);
  wake();
  return {
    again(): void {
      for (const id of sent.keys()) sent.set(id, undefined);
      wake();
    },
    stop(): void {
      unsubscribe();
      clearTimeout(timer);
      for (const repeat of repeats.values()) clearTimeout(repeat);
      for (const id of sent.keys()) send({ id, shape: null });
      sent.clear();
    },
  };
}

/** Returns the next difference to send: removed shapes before changed ones. */
function nextDraft(
  { shapes, growing }: BoardState,
  sent: ReadonlyMap<string, DrawnShape["shape"] | undefined>,
): DraftShape | undefined {
  const now = growing ? [...shapes, growing] : shapes;
  const ids = new Set(now.map(({ id }) => id));
  for (const id of sent.keys()) if (!ids.has(id)) return { id, shape: null };
  return now.find(({ id, shape }) => sent.get(id) !== shape);
}
