const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The prefix of SRT's list syntax for the stream id: `#!::r=…,m=publish`. */
const LIST_PREFIX = "#!::";

/**
 * Parses the requested publication: the uuid of a live or a client, either alone or as the resource in a list.
 * @returns undefined for any other id, and for callers that request playback.
 */
export function parseStreamId(text: string): string | undefined {
  const fields = text.startsWith(LIST_PREFIX)
    ? parseList(text.slice(LIST_PREFIX.length))
    : new Map([["r", text]]);
  const resource = fields.get("r")?.toLowerCase() ?? "";
  return UUID_PATTERN.test(resource) && (fields.get("m") ?? "publish") === "publish" ? resource : undefined;
}

const parseList = (text: string): Map<string, string> =>
  new Map(
    text.split(",").map((field) => {
      const [name = "", ...value] = field.split("=");
      return [name, value.join("=")];
    }),
  );
