import type { StatisticsSubjects } from "@shoal/contract";
import { useSyncExternalStore } from "react";
import { browserZone, listZones } from "../../../lib/dates.ts";

const STORAGE_KEY = "shoal.figuresZone";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Reads the time zone that was chosen in this browser; null for none. */
function getChosenZone(): string | null {
  const saved = localStorage.getItem(STORAGE_KEY);
  return saved !== null && isZone(saved) ? saved : null;
}

const isZone = (name: string): boolean => name === browserZone() || listZones().includes(name);

/** Remembers the time zone that the reader chose for figures in this browser. */
export function chooseZone(timeZone: string): void {
  localStorage.setItem(STORAGE_KEY, timeZone);
  for (const listener of listeners) listener();
}

/**
 * Returns the time zone for figures: the reader's choice, otherwise the client's, otherwise the browser's. It defines the
 * start of days in queries, charts and files.
 * @returns undefined until the client's time zone is loaded.
 */
export function useZone(subjects: StatisticsSubjects | undefined): string | undefined {
  const choice = useSyncExternalStore(subscribe, getChosenZone);
  return subjects && zoneOf(choice, subjects);
}

/** Returns the time zone in which figures are shown. @param choice the time zone that the reader chose; null for none. */
export const zoneOf = (
  choice: string | null,
  { timeZone, isTimeZoneChosen }: Pick<StatisticsSubjects, "timeZone" | "isTimeZoneChosen">,
): string => choice ?? (isTimeZoneChosen ? timeZone : browserZone());
