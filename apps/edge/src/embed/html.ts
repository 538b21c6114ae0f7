const ESCAPED_CHARACTERS: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ESCAPED_CHARACTERS[sign] ?? sign);

/** Serialises a value as JSON that is safe inside a script element: it cannot end the element. */
export const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
