import { expect, it } from "vitest";
import { readEvents } from "./event-stream.ts";

async function* chunks(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

it("an event stream gives its events however it was cut, without comments", async () => {
  const text = ': hello\n\nid: 1\ndata: {"a":1}\n\nevent: x\r\nid: 2\r\ndata: b\r\ndata: c\r\n\r\ndata: unfinished\n';
  for (let at = 0; at < text.length; at += 1) {
    const events = await Array.fromAsync(readEvents(chunks(text.slice(0, at), text.slice(at))));
    expect(events).toEqual([
      { id: "1", data: '{"a":1}' },
      { id: "2", data: "b\nc" },
    ]);
  }
});

it("an endless line ends the stream", async () => {
  await expect(Array.fromAsync(readEvents(chunks("x".repeat(200_000))))).rejects.toThrow("endless");
});
