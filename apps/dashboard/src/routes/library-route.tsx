import { LibraryPage } from "../features/library/library-page.tsx";
import { uploadWindow } from "../features/uploads/upload-window-state.ts";

/** The library with the upload form behind its button. */
export function LibraryRoute() {
  return <LibraryPage onUpload={uploadWindow.open} />;
}
