import { example, heading, list, type Page, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Visitors of your site upload videos directly to the installation. Your server gives each visitor an upload token for one video. The API key stays on your server.",
  ),
  heading("prepare", "Prepare"),
  steps(
    "In [Configs](/config), create an API key of type “Uploads videos” with no fixed parameters.",
    "Serve the file `index.js` of the package `@shoal/upload` from your site, here as `/scripts/shoal-upload.js`. This installation offers the package at `/packages/shoal-upload.tgz`.",
    "Run the server below, and open its page.",
  ),
  heading("program", "The server"),
  example("delegated-upload.mjs"),
  heading("rules", "What a token allows"),
  list(
    "One video, with the title, tags and other fields that your server sets. The page cannot change them.",
    "Files up to `maxBytes`, from pages of `origins` only.",
    "One hour to begin the upload (or `lifetimeSec`), then 24 hours to finish it. The page resumes an interrupted upload when the visitor chooses the same file again.",
    "The token ends when you revoke it, or when the API key that created it ends: the next chunk is rejected with `upload_token_key_ended`.",
  ),
  text(
    "To learn when a video has arrived and is playable, use [webhooks](/doc/api/webhooks): events `video.uploaded` and `video.playable`.",
  ),
];
