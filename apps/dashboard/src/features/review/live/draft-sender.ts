import type { DraftShape } from "@shoal/contract";
import type { BoardState, DrawingBoard, DrawnShape } from "../drawing/drawing-board.ts";

/** The server takes 40 drafts with together 20,000 points a second; some room is left. */
const PAUSE_MIN_MS = 30;
const POINTS_PER_MS = 15;
/** A stroke that has not changed for so long is sent once more: the server drops what a busy connection has no room for. */
const REPEAT_AFTER_MS = 500;

/**
 * Sends a drawing while it is made: each shape that changed, as it is now, as often as the server takes it. What others miss of
 * a stroke comes with its next points, or when the stroke rests.
 * @returns `again` sends all of it to those who have just come; `stop` takes it away from the others.
 */
export function sendDrafts(board: DrawingBoard, send: (draft: DraftShape) => void) {
  /** Shapes as they were sent last, by id. */
  const sent = new Map<string, DrawnShape["shape"]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let repeat: ReturnType<typeof setTimeout> | undefined;

  function pump(): void {
    timer = undefined;
    const draft = nextDraft(board.getSnapshot(), sent);
    if (!draft) return;
    clearTimeout(repeat);
    if (draft.shape) repeat = setTimeout(() => send(draft), REPEAT_AFTER_MS);
    if (draft.shape) sent.set(draft.id, draft.shape);
    else sent.delete(draft.id);
    send(draft);
    const points = draft.shape?.kind === "pen" ? draft.shape.points.length : 1;
    timer = setTimeout(pump, Math.max(PAUSE_MIN_MS, points / POINTS_PER_MS));
  }
  const wake = () => {
    timer ??= setTimeout(pump, 0);
  };
  const unsubscribe = board.subscribe(wake);
  wake();
  return {
    again(): void {
      sent.clear();
      wake();
    },
    stop(): void {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(repeat);
      for (const id of sent.keys()) send({ id, shape: null });
      sent.clear();
    },
  };
}

/** What others have not as it is here: a shape that is not there any more before one that changed. */
function nextDraft(
  { shapes, growing }: BoardState,
  sent: ReadonlyMap<string, DrawnShape["shape"]>,
): DraftShape | undefined {
  const now = growing ? [...shapes, growing] : shapes;
  const ids = new Set(now.map(({ id }) => id));
  for (const id of sent.keys()) if (!ids.has(id)) return { id, shape: null };
  return now.find(({ id, shape }) => sent.get(id) !== shape);
}
