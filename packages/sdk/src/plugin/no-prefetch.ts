/** Stands for the loading ahead of what a live has published: the plugin is told of no lists. */
export const planAhead = <State>(state: State): { state: State; effects: [] } => ({ state, effects: [] });
export const isAhead = (): boolean => false;
export const setAhead = <State>(state: State): State => state;
export const setArrived = setAhead;
export const dropBehind = (): [] => [];
