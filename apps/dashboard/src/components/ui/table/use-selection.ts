import { useMemo, useState, useSyncExternalStore } from "react";
import { listKeyOf } from "./list-address.ts";

export interface ListedItem {
  uuid: string;
}
type SelectedItems<T> = ReadonlyMap<string, T>;

/**
 * The selected items of a list by uuid, in the state in which they were selected. The object is stable, so that a click re-renders only the
 * items concerned instead of a hundred cards.
 */
export interface Selection<T extends ListedItem> {
  chosen: () => SelectedItems<T>;
  select: (item: T, isSelected: boolean) => void;
  selectAll: (items: readonly T[]) => void;
  clear: () => void;
  /** Subscribes to changes of the selection. @returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

const NO_ITEMS: SelectedItems<never> = new Map<string, never>();

/** Keeps the selection across pages and orders of one list. Another list starts with an empty selection. */
export function useSelection<T extends ListedItem>(state: { search: string; filters: object }): Selection<T> {
  const listKey = listKeyOf(state);
  const [store] = useState(createSelectionStore<T>);
  return useMemo(() => createSelection(store, listKey), [store, listKey]);
}

/** Returns the selection; components that use it re-render on every change. */
export const useSelectedItems = <T extends ListedItem>(selection: Selection<T>): SelectedItems<T> =>
  useSyncExternalStore(selection.subscribe, selection.chosen);

/** Whether an item is selected; re-renders the caller on change. @param selection undefined if selecting is not possible. */
export const useIsSelected = <T extends ListedItem>(
  selection: Selection<T> | undefined,
  uuid: string,
): boolean =>
  useSyncExternalStore(
    selection?.subscribe ?? subscribeToNothing,
    () => selection?.chosen().has(uuid) ?? false,
  );

/** Whether any item is selected. */
export const useHasSelection = <T extends ListedItem>(selection: Selection<T>): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.chosen().size > 0);

const subscribeToNothing = () => () => undefined;

/** Creates the store of the selected items of a list. */
function createSelectionStore<T>() {
  let held: { listKey: string; chosen: SelectedItems<T> } = { listKey: "", chosen: NO_ITEMS };
  const listeners = new Set<() => void>();
  return {
    read: () => held,
    write(next: typeof held): void {
      held = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createSelection<T extends ListedItem>(
  store: ReturnType<typeof createSelectionStore<T>>,
  listKey: string,
): Selection<T> {
  const chosen = (): SelectedItems<T> => (store.read().listKey === listKey ? store.read().chosen : NO_ITEMS);
  function change(edit: (items: Map<string, T>) => void): void {
    const next = new Map(chosen());
    edit(next);
    store.write({ listKey, chosen: next });
  }
  return {
    chosen,
    select: (item, isSelected) =>
      change((next) => {
        if (isSelected) next.set(item.uuid, item);
        else next.delete(item.uuid);
      }),
    selectAll: (all) =>
      change((next) => {
        for (const item of all) next.set(item.uuid, item);
      }),
    clear: () => change((next) => next.clear()),
    subscribe: store.subscribe,
  };
}
