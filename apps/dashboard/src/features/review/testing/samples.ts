import type { ProjectView, VersionView } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { call } from "../../../lib/session.ts";
import { createCommentFiles } from "../files/comment-files.ts";
import type { FramePlayer, Review } from "../player/frame-player.types.ts";

import { PROJECT_UUID } from "./sample-comment.ts";

/** Returns the state of a review by the owner of an open project. */
export function sampleReview(player: FramePlayer, own: Partial<Review> = {}): Review {
  return {
    project: { uuid: PROJECT_UUID, status: "open", role: "owner" } as ProjectView,
    version: { number: 1 } as VersionView,
    versions: [],
    player,
    may: (action) => canInProject("owner", action),
    author: "manager",
    linked: { frame: undefined, comment: undefined },
    call,
    files: createCommentFiles({ headers: () => ({}), isGuest: false }),
    ...own,
  };
}
