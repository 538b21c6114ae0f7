import { z } from "zod";
import { ApprovalView, MakeDecision, SetReviewers } from "../projects/approval.ts";
import { MAX_PROJECT_VERSIONS } from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";

const VersionParams = z.object({
  id: Uuid,
  n: integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS)),
});

/** Every call fails with `project_not_found` for a project that the caller is not in. */
export const approvalRoutes = {
  getApproval: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/{n}/approval",
    guard: "member",
    scope: "projects:read",
    summary: "Get the reviewers of a version, their decisions and its history",
    params: VersionParams,
    response: ApprovalView,
  }),
  setReviewers: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/versions/{n}/reviewers",
    guard: "member",
    scope: "projects:write",
    summary: "Choose the reviewers of a version, with a due date; a new version asks them again",
    params: VersionParams,
    body: SetReviewers,
    response: ApprovalView,
  }),
  makeDecision: defineRoute({
    method: "POST",
    path: "/api/projects/{id}/versions/{n}/decisions",
    guard: "member",
    scope: "noKey",
    summary: "Decide on a version; a later decision of the same person replaces it",
    params: VersionParams,
    body: MakeDecision,
    response: ApprovalView,
    status: 201,
  }),
} as const;
