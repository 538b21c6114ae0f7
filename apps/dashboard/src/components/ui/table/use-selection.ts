import { useMemo, useState, useSyncExternalStore } from "react";
import { listKeyOf } from "./list-address.ts";

export interface Listed {
  uuid: string;
}
type Chosen<T> = ReadonlyMap<string, T>;

/**
 * The chosen items of one list, by uuid, as they were when they were chosen. It stays the same while they change, so that
 * a click draws again who shows what it changed and not a hundred cards.
 */
export interface Selection<T extends Listed> {
  chosen: () => Chosen<T>;
  select: (item: T, isSelected: boolean) => void;
  selectAll: (items: readonly T[]) => void;
  clear: () => void;
  /** @returns a function that ends it. */
  subscribe: (listener: () => void) => () => void;
}

const NOTHING: Chosen<never> = new Map<string, never>();

/** Outlives pages and orders of one list; another list begins with nothing chosen. */
export function useSelection<T extends Listed>(state: { search: string; filters: object }): Selection<T> {
  const listKey = listKeyOf(state);
  const [store] = useState(createStore<T>);
  return useMemo(() => createSelection(store, listKey), [store, listKey]);
}

/** The selection; components that use it render on every change. */
export const useChosen = <T extends Listed>(selection: Selection<T>): Chosen<T> =>
  useSyncExternalStore(selection.subscribe, selection.chosen);

/** Whether an item is chosen; who asks is drawn again when that changes. @param selection undefined: nothing can be. */
export const useIsChosen = <T extends Listed>(selection: Selection<T> | undefined, uuid: string): boolean =>
  useSyncExternalStore(selection?.subscribe ?? ignore, () => selection?.chosen().has(uuid) ?? false);

/** Whether anything is chosen. */
export const useHasChosen = <T extends Listed>(selection: Selection<T>): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.chosen().size > 0);

const ignore = () => () => undefined;

/** Holds what is chosen and the list it was chosen in. */
function createStore<T>() {
  let held: { listKey: string; chosen: Chosen<T> } = { listKey: "", chosen: NOTHING };
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

function createSelection<T extends Listed>(
  store: ReturnType<typeof createStore<T>>,
  listKey: string,
): Selection<T> {
  const chosen = (): Chosen<T> => (store.read().listKey === listKey ? store.read().chosen : NOTHING);
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
