const ESCAPED: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand between tags and in attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);

/** JSON that may stand in a script element: nothing in it ends the element. */
export const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
