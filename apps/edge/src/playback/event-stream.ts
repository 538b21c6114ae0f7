/** An event of a text/event-stream. */
export interface ServerEvent {
  id: string | undefined;
  data: string;
}

/** The maximum length of a line. All of our events are shorter. */
const MAX_LINE_CHARS = 100_000;

/**
 * Reads a text/event-stream. Yields no event for comments, which the sender uses as a heartbeat and only `onBytes` notices.
 * @param onBytes called with every chunk, before its events.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  let event: ServerEvent = { id: undefined, data: "" };
  for await (const bytes of body) {
    onBytes();
    rest += decoder.decode(bytes, { stream: true });
    if (rest.length > MAX_LINE_CHARS) throw new Error("The event stream holds an endless line");
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (event.data) yield event;
        event = { id: undefined, data: "" };
      } else event = applyLine(event, line);
    }
  }
}

function applyLine(event: ServerEvent, line: string): ServerEvent {
  const colon = line.indexOf(":");
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
  if (field === "id") return { ...event, id: value };
  if (field === "data") return { ...event, data: event.data ? `${event.data}\n${value}` : value };
  return event;
}
