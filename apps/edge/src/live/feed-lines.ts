import { LiveFeedLine } from "@shoal/contract/ingest";

/** The maximum length of a line. A snapshot of ten minutes in ten renditions takes 6 MB. */
const MAX_LINE_CHARS = 20_000_000;

/**
 * Reads the lines of an ingest's feed.
 * @throws Error for an invalid line, or if the last line is incomplete.
 */
export async function* readFeedLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<LiveFeedLine> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (rest.length > MAX_LINE_CHARS) throw new Error("The feed holds an endless line");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield LiveFeedLine.parse(JSON.parse(line));
  }
}
