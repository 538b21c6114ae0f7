import { code, example, heading, note, type Page, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "This guide takes you from an API key to a video that plays on your page. It needs Node.js 20 or later and a server of yours that the installation can reach.",
  ),
  heading("prepare", "Prepare"),
  steps(
    "Create an API key in [Configs](/config). The full key is shown only once: keep it on your server, never in a page.",
    "Create a webhook with the URL of your server and the event `video.playable`. Its secret is also shown only once.",
    "Download the client from this installation and install it in your project. It has no dependencies.",
  ),
  code("installClient"),
  text(
    "Keep the file with your project: an upgrade of the installation does not change it. To upload without a client, continue at “Without the client” below.",
  ),
  heading("program", "Upload, wait and embed"),
  text("The script uploads a file, waits for the webhook, and prints the code that embeds the video."),
  example("first-upload.mjs"),
  text("It imports this check, which rejects messages that the installation did not send:"),
  example("verify-webhook.mjs"),
  note(
    "A video can be played before it is fully encoded. Wait for `video.encoded` instead if you need every quality from the first second.",
  ),
  heading("interrupted", "When an upload is interrupted"),
  text(
    "Run the script again with the same file: it checks which chunks have arrived and sends only those that are missing. Unfinished uploads are kept for a day.",
  ),
  heading("other-languages", "Without the client"),
  text("The same upload over plain HTTP. In Node.js:"),
  example("upload.mjs"),
  text("With curl:"),
  example("upload.sh"),
  text("In Python:"),
  example("upload.py"),
  text("In PHP:"),
  example("upload.php"),
  heading("embed", "Embed it"),
  text(
    "To limit playback to viewers that your server allows, sign a [streaming token](/doc/reference/streaming-tokens) for each of them.",
  ),
  text("On a Next.js page:"),
  example("embed-next.tsx"),
  text("In WordPress:"),
  example("embed-wordpress.php"),
];
