/** A pattern for ILIKE that finds the text anywhere, its own wildcards taken as they are. @example likeAnywhere("50%") // "%50\\%%" */
export const likeAnywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
