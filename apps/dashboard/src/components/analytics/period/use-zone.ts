import type { StatisticsSubjects } from "@shoal/contract";
import { useSyncExternalStore } from "react";
import { browserZone, listZones } from "../../../lib/dates.ts";

const KEY = "shoal.figuresZone";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The reader's choice in this browser; null for none. */
function readChoice(): string | null {
  const saved = localStorage.getItem(KEY);
  return saved !== null && isZone(saved) ? saved : null;
}

const isZone = (name: string): boolean => name === browserZone() || listZones().includes(name);

/** Remembers in which time zone this browser's reader looks at figures. */
export function chooseZone(timeZone: string): void {
  localStorage.setItem(KEY, timeZone);
  for (const listener of listeners) listener();
}

/**
 * In which time zone figures are read: the reader's choice; without one the client's, and the browser's where the client chose
 * none. Days of queries, charts and files begin in it.
 * @returns undefined until the client's is known.
 */
export function useZone(subjects: StatisticsSubjects | undefined): string | undefined {
  const choice = useSyncExternalStore(subscribe, readChoice);
  return subjects && zoneOf(choice, subjects);
}

/** @param choice of the reader; null for none. */
export const zoneOf = (
  choice: string | null,
  { timeZone, isTimeZoneChosen }: Pick<StatisticsSubjects, "timeZone" | "isTimeZoneChosen">,
): string => choice ?? (isTimeZoneChosen ? timeZone : browserZone());
