// Creates a live, prints where to publish it, waits until it plays, and prints the code that embeds it.
//   SHOAL_URL=… SHOAL_KEY=… node live.mjs "Town council"
import { createClient } from "@shoal/client";

const { SHOAL_URL, SHOAL_KEY } = process.env;
const shoal = createClient({ url: SHOAL_URL, key: SHOAL_KEY });
const { uuid } = await shoal.createVideo({ body: { type: "live", title: process.argv[2], keepLive: true } });
// Whoever has the stream key can publish: show it to nobody else.
const { url, streamKey } = await shoal.getStreamKey({ params: { id: uuid } });
console.error(`Live ${uuid}: publish to ${url} with the stream key ${streamKey}`);
const { title, embedUrl } = await shoal.waitUntilPlayable(uuid);
console.error(`${title} is on air`);
console.log(`<iframe src="${embedUrl}" title="Live" allow="autoplay; fullscreen" allowfullscreen></iframe>`);
