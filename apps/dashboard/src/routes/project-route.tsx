import { usePrefetchQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { PageSkeleton } from "../components/ui/states.tsx";
import { ownerPassQuery } from "../components/video/preview/preview-frame.tsx";
import { ProjectPage } from "../features/projects/project-page.tsx";

const loadReview = () => import("../features/review/review.tsx");
const LazyReview = lazy(async () => ({
  default: (await loadReview()).VersionReview,
}));

// The review player is the largest part of the page, so its code is loaded in parallel with the project's data. If loading fails, the error
// is reported when the player is rendered.
loadReview().catch(() => undefined);

/** Shows the page of a project, with one of its versions under review. */
export function ProjectRoute() {
  return (
    <ProjectPage
      review={(props) => (
        <>
          {props.version.video.state === "playable" && <PrefetchedPass video={props.version.uuidVideo} />}
          <Suspense fallback={<PageSkeleton />}>
            <LazyReview {...props} />
          </Suspense>
        </>
      )}
    />
  );
}

/** Requests the pass for a video while the review page is rendered, so that the player does not have to wait for it. */
function PrefetchedPass({ video }: { video: string }) {
  usePrefetchQuery(ownerPassQuery(video));
  return null;
}
