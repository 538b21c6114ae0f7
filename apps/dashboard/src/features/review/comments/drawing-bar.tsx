import { DrawingTools } from "../drawing/drawing-tools.tsx";
import { useComposer, useNotes } from "./notes-context.ts";

/** Shows the drawing tools below the picture while drawing. */
export function DrawingBar() {
  const { composer } = useNotes();
  const { isDrawing } = useComposer(composer);
  return isDrawing ? <DrawingTools board={composer.board} onDone={composer.stopDrawing} /> : null;
}
