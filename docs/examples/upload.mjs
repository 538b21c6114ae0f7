// Uploads a video by plain HTTP and prints where it plays.
//   SHOAL_URL=… SHOAL_KEY=… node upload.mjs film.mp4
import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";

const CHUNK_BYTES = 5_000_000;
const [path] = process.argv.slice(2);

async function call(method, address, { headers = {}, body } = {}) {
  const authorization = `Bearer ${process.env.SHOAL_KEY}`;
  const request = { method, headers: { authorization, ...headers }, body };
  const response = await fetch(process.env.SHOAL_URL + address, request);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

const file = await open(path);
const { size } = await file.stat();
const { uuid } = await call("POST", "/api/videos", {
  headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
  body: JSON.stringify({ title: basename(path), originalname: basename(path), size }),
});
const count = Math.max(1, Math.ceil(size / CHUNK_BYTES));
for (let number = 0; number < count; number += 1) {
  const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, size - number * CHUNK_BYTES));
  await file.read(bytes, 0, bytes.length, number * CHUNK_BYTES);
  const form = new FormData();
  form.append("checksum", createHash("sha256").update(bytes).digest("hex"));
  if (number === count - 1) form.append("end", "true");
  form.append("video", new Blob([bytes]));
  await call("POST", `/api/videos/${uuid}/${number}`, { body: form });
}
await file.close();
console.log((await call("GET", `/api/videos/${uuid}`)).embedUrl);
