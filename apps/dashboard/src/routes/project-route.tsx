import { lazy, Suspense } from "react";
import { PageSkeleton } from "../components/ui/states.tsx";
import { ProjectPage } from "../features/projects/project-page.tsx";

/** The review player is loaded in parallel with the project's data, since it is the largest part of the page. */
const LazyReview = lazy(async () => ({
  default: (await import("../features/review/review.tsx")).VersionReview,
}));

/** Shows the page of a project, with one of its versions under review. */
export function ProjectRoute() {
  return (
    <ProjectPage
      review={(props) => (
        <Suspense fallback={<PageSkeleton />}>
          <LazyReview {...props} />
        </Suspense>
      )}
    />
  );
}
