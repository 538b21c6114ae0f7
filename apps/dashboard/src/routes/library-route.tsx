import { windows } from "../components/ui/windows/windows.ts";
import { LibraryPage } from "../features/library/library-page.tsx";

/** The library with the upload form behind its button. */
export function LibraryRoute() {
  return <LibraryPage onUpload={() => windows.open("newVideos")} />;
}
