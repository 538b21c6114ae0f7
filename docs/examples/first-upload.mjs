// Uploads a video, waits for the webhook that says it plays, and prints the code that embeds it.
//   SHOAL_URL=… SHOAL_KEY=… WEBHOOK_SECRET=whsec_… PORT=8080 node first-upload.mjs film.mp4
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createClient } from "@shoal/client";
import { fromPath } from "@shoal/client/node";
import { isGenuine } from "./verify-webhook.mjs";

const { SHOAL_URL: url, SHOAL_KEY: key, WEBHOOK_SECRET, PORT } = process.env;
const shoal = createClient({ url, key });
const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(body, request.headers, WEBHOOK_SECRET)) return response.writeHead(400).end();
  response.writeHead(204).end();
  const { type, data } = JSON.parse(body);
  if (type !== "video.playable" || data.uuid !== (await uploaded)) return;
  const { embedUrl } = await shoal.getVideo({ params: { id: data.uuid } });
  console.log(`<iframe src="${embedUrl}" title="Video" allow="autoplay; fullscreen"></iframe>`);
  server.close();
});
server.listen(Number(PORT));
const uploaded = shoal.upload(await fromPath(process.argv[2]), { title: "My first video" }).done;
console.error(`Uploaded ${await uploaded}`);
