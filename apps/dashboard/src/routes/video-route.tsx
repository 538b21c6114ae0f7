import { replacementUploads } from "../features/uploads/replacement-uploads.ts";
import { ReplacementUploadsContext } from "../features/video/replacement/replacement-uploads.ts";
import { VideoPage } from "../features/video/video-page.tsx";

/** Shows the page of a video, and provides it with the uploads that replace its media. */
export function VideoRoute() {
  return (
    <ReplacementUploadsContext value={replacementUploads}>
      <VideoPage />
    </ReplacementUploadsContext>
  );
}
