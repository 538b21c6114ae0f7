import { windows } from "../components/ui/windows/windows.ts";
import { LibraryPage } from "../features/library/library-page.tsx";
import { addFiles } from "../features/uploads/add-files.ts";
import { useMayModify } from "../lib/user.ts";
import { FileDrop } from "./file-drop.tsx";

const openUploadForm = () => windows.open("newVideos");
const openLiveForm = () => windows.open("newLive");

/** Shows the library with the forms for new videos and lives behind its buttons. Files can be dropped anywhere on it. */
export function LibraryRoute() {
  const mayModify = useMayModify();
  function handleFiles(files: File[]): void {
    openUploadForm();
    // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
    addFiles(files).catch(() => undefined);
  }
  return (
    <>
      <LibraryPage onUpload={openUploadForm} onLive={openLiveForm} />
      {mayModify && <FileDrop onFiles={handleFiles} />}
    </>
  );
}
