const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The prefix of SRT's list syntax for the stream id: `#!::r=…,m=publish`. */
const LIST = "#!::";

/**
 * Parses the requested publication: the uuid of a live or a client, either alone or as the resource of a list.
 * @returns undefined for any other id, and for callers that want to watch.
 */
export function readStreamId(text: string): string | undefined {
  const fields = text.startsWith(LIST) ? readList(text.slice(LIST.length)) : new Map([["r", text]]);
  const resource = fields.get("r")?.toLowerCase() ?? "";
  return UUID.test(resource) && (fields.get("m") ?? "publish") === "publish" ? resource : undefined;
}

const readList = (text: string): Map<string, string> =>
  new Map(
    text.split(",").map((field) => {
      const [name = "", ...value] = field.split("=");
      return [name, value.join("=")];
    }),
  );
