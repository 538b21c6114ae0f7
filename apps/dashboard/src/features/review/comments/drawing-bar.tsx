import { DrawingTools } from "../drawing/drawing-tools.tsx";
import { useComposer, useNotes } from "./notes-context.ts";

/** Tools below the picture, for as long as someone draws. */
export function DrawingBar() {
  const { composer } = useNotes();
  const { isDrawing } = useComposer(composer);
  return isDrawing ? <DrawingTools board={composer.board} onDone={composer.stopDrawing} /> : null;
}
