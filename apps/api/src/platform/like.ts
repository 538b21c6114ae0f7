/**
 * Returns an ILIKE pattern that matches the text anywhere, with its wildcards escaped.
 * @example likeAnywhere("50%") // "%50\\%%"
 */
export const likeAnywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
