import { z } from "zod";
import { AlignmentView, CarriedComment, PlaceCarried } from "../projects/alignment.ts";
import { MAX_PROJECT_VERSIONS } from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";

const VersionParams = z.object({
  id: Uuid,
  n: integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS)),
});
const CommentParams = VersionParams.extend({ comment: Uuid });

/** Every call fails with `project_not_found` for a project that the caller is not in. */
export const alignmentRoutes = {
  getAlignment: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/{n}/alignment",
    guard: "member",
    scope: "noKey",
    summary: "Get the changes of a version since the previous version, by frame",
    params: VersionParams,
    response: AlignmentView,
  }),
  listCarried: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/{n}/carried",
    guard: "member",
    scope: "noKey",
    summary: "List the open comments of earlier versions, each with its matching frame in this version",
    params: VersionParams,
    response: z.object({
      state: AlignmentView.shape.state,
      reason: AlignmentView.shape.reason,
      previous: AlignmentView.shape.previous,
      /** The carried comments, at most 2,000: the newest version's comments first, and each version's comments by frame. */
      comments: z.array(CarriedComment),
      hasMore: z.boolean(),
    }),
  }),
  placeCarried: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/versions/{n}/carried/{comment}",
    guard: "member",
    scope: "noKey",
    summary: "Confirm or move the placement of a comment in this version, or mark its frame as gone",
    params: CommentParams,
    body: PlaceCarried,
    response: CarriedComment,
  }),
  releaseCarried: defineRoute({
    method: "DELETE",
    path: "/api/projects/{id}/versions/{n}/carried/{comment}",
    guard: "member",
    scope: "noKey",
    summary: "Restore the automatic placement of a comment",
    params: CommentParams,
    response: CarriedComment,
  }),
} as const;
