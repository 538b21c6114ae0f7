/** Characters that file systems or headers reject. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const MAX_FILE_NAME_LENGTH = 120;

/**
 * Turns a title into a file name, without an extension.
 * @example fileNameOf('Harbour: "day" 1/2') // "Harbour_ _day_ 1_2"
 */
export function fileNameOf(title: string): string {
  const name = [...title.replace(FORBIDDEN_CHARACTERS, "_").replace(/\s+/g, " ").trim()]
    .slice(0, MAX_FILE_NAME_LENGTH)
    .join("");
  return name.replace(/^\.+|(?<![. ])[. ]+$/g, "") || "video";
}

/** Returns the header that makes a browser save a file under a name (RFC 6266, RFC 5987). */
export function contentDisposition(fileName: string): string {
  const plain = fileName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain.replace(/["\\]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
