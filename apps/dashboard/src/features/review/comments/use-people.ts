import type { ProjectPerson } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { projectPeopleQuery } from "../../../lib/projects.ts";
import { useReview } from "../review-context.ts";

const NO_PEOPLE: readonly ProjectPerson[] = [];

/** Returns everyone in the project, for mentions; empty while they are loading, and for guests. */
export function usePeople(): readonly ProjectPerson[] {
  const { project, guest } = useReview();
  return useQuery({ ...projectPeopleQuery(project.uuid), enabled: !guest }).data ?? NO_PEOPLE;
}
