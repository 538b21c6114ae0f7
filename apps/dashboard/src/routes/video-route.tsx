import { replacementUploads } from "../features/uploads/replacement-uploads.ts";
import { ReplacementUploadsContext } from "../features/video/replacement/replacement-uploads.ts";
import { VideoPage } from "../features/video/video-page.tsx";

/** The page of a video, whose media are replaced by an upload. */
export function VideoRoute() {
  return (
    <ReplacementUploadsContext value={replacementUploads}>
      <VideoPage />
    </ReplacementUploadsContext>
  );
}
