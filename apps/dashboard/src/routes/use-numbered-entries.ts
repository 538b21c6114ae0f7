import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

/** The number that the router gave to the current history entry, and the length of the history at that time. */
let last = { idx: 0, length: history.length };

function recordEntry(): void {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  if (typeof idx === "number") last = { idx, length: history.length };
}

/** The type of the last navigation; undefined in browsers without the Navigation API. */
let lastNavigationType: NavigationType | undefined;
if ("navigation" in window)
  navigation.addEventListener("navigate", ({ navigationType }) => {
    lastNavigationType = navigationType;
  });

/** Whether the current entry was just added. Without the Navigation API, this is certain only if the history has become longer. */
const isNewEntry = (): boolean =>
  lastNavigationType ? lastNavigationType === "push" : history.length > last.length;

/**
 * Numbers a history entry that was added by a typed URL or a plain link, as the router numbers its own entries. Other entries without a
 * number remain unchanged, because a wrong number would make the router go to the wrong entry.
 */
function handlePop(): void {
  if (isNewEntry() && typeof history.state?.idx !== "number")
    history.replaceState({ ...history.state, idx: last.idx + 1 }, "");
  recordEntry();
}

// Listens in the capture phase, which precedes the router's own listener, although that is registered earlier.
addEventListener("popstate", handlePop, { capture: true });

/**
 * Numbers the history entries of typed URLs: for an entry without a number, the router cannot ask for confirmation before it is left or
 * entered.
 */
export function useNumberedEntries(): void {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its own entry
  useLayoutEffect(recordEntry, [location]);
}
