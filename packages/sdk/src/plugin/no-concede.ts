/**
 * Stands for giving up a first segment for another viewer of the site. On pages with a player of their own two must have had
 * it from the server before anybody may take it from a peer: nothing is gained by giving it up.
 */
export const concede = <State>(state: State): { state: State; effects: [] } => ({ state, effects: [] });
