import type { ProjectPerson } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { projectPeopleQuery } from "../../../lib/projects.ts";
import { useReview } from "../review-context.ts";

const NOBODY: readonly ProjectPerson[] = [];

/** Everybody in the project, for mentions; nobody while it is not known. */
export function usePeople(): readonly ProjectPerson[] {
  const { project } = useReview();
  return useQuery(projectPeopleQuery(project.uuid)).data ?? NOBODY;
}
