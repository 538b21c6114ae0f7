import { DrawingTools } from "../drawing/drawing-tools.tsx";
import { useCommentsContext, useComposer } from "./comments-context.ts";

/** Shows the drawing tools below the picture area while drawing. */
export function DrawingBar() {
  const { composer } = useCommentsContext();
  const { isDrawing } = useComposer(composer);
  return isDrawing ? <DrawingTools board={composer.board} onDone={composer.stopDrawing} /> : null;
}
