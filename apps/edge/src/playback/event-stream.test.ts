import { expect, it } from "vitest";
import { readEvents, type ServerEvent } from "./event-stream.ts";

async function* streamOf(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function collectEvents(events: AsyncIterable<ServerEvent>) {
  const all: ServerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

it("events are parsed however the stream is split, and comments are skipped", async () => {
  const text =
    ': hello\n\nid: 1\ndata: {"a":1}\n\nevent: x\r\nid: 2\r\ndata: b\r\ndata: c\r\n\r\ndata: unfinished\n';
  for (let at = 0; at < text.length; at += 1) {
    const events = await collectEvents(readEvents(streamOf(text.slice(0, at), text.slice(at))));
    expect(events).toEqual([
      { id: "1", data: '{"a":1}' },
      { id: "2", data: "b\nc" },
    ]);
  }
});

it("an endless line ends the stream", async () => {
  await expect(collectEvents(readEvents(streamOf("x".repeat(200_000))))).rejects.toThrow("endless");
});
