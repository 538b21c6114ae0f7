import type { ReviewPresence } from "@shoal/contract";

/** Returns one page of each person. For the reader, returns this page. */
export function personsOf(pages: readonly ReviewPresence[], me: string | undefined): ReviewPresence[] {
  const persons = new Map<string, ReviewPresence>();
  for (const page of pages) if (!persons.has(page.person) || page.id === me) persons.set(page.person, page);
  return [...persons.values()];
}
