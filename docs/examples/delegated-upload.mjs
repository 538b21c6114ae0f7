// A server whose page lets visitors upload one video each, straight to the installation.
//   SHOAL_URL=… SHOAL_KEY=… PORT=8080 node delegated-upload.mjs
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createClient } from "@shoal/client";

const { SHOAL_URL, SHOAL_KEY, PORT } = process.env;
const MAX_BYTES = 500_000_000;
const shoal = createClient({ url: SHOAL_URL, key: SHOAL_KEY });
const origin = `http://localhost:${PORT}`;

/** Your page: @shoal/upload asks /upload-token for a token, with the name and size of each file. */
const PAGE = `<!doctype html>
<title>Send us your video</title>
<script type="module" src="/scripts/shoal-upload.js"></script>
<shoal-upload url="${SHOAL_URL}" authorize-url="/upload-token" max-files="1"></shoal-upload>`;

createServer(async (request, response) => {
  const answer = (status, body, type = "application/json") =>
    response.writeHead(status, { "content-type": type }).end(body);
  try {
    if (request.method === "GET" && request.url === "/") return answer(200, PAGE, "text/html");
    if (request.method !== "POST" || request.url !== "/upload-token") return answer(404, "{}");
    // Here you check who asks: whoever gets a token may upload one video.
    const { name, sizeBytes } = await json(request);
    if (sizeBytes > MAX_BYTES) return answer(413, '{"code":"file_too_large"}');
    const fields = { title: String(name), tags: ["visitors"], maxBytes: MAX_BYTES, origins: [origin] };
    const { token } = await shoal.createUploadToken({ body: fields });
    return answer(200, JSON.stringify({ token }));
  } catch (error) {
    console.error(error);
    return answer(502, '{"code":"unavailable"}');
  }
}).listen(Number(PORT), () => console.log(`Open ${origin}`));
