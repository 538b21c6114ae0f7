/**
 * Lists the forms in which stored minutes can contain a viewer's id: earlier versions stored it as the player sent it, which can be in
 * upper case.
 * @param viewer the viewer's id in lower case.
 */
export const spellingsOf = (viewer: string): string[] => [viewer, viewer.toUpperCase()];
