import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A webhook sends events of your videos, lives and projects to your server. Create it in [Configs](/config), where you also find its log.",
  ),
  heading("rules", "What your server must do"),
  list(
    "Check the signature against the raw body, before parsing it.",
    "Respond with a status from 200 to 299 within 10 seconds, and process the message afterwards.",
    "Store each `webhook-id` you receive: a message may arrive twice.",
    "Respond with `410` to end the webhook.",
  ),
  heading("check", "Check the signature"),
  text("In Node.js:"),
  example("verify-webhook.mjs"),
  text("In Python:"),
  example("verify_webhook.py"),
  text("In PHP:"),
  example("verify-webhook.php"),
  text("In a shell:"),
  example("verify-webhook.sh"),
];
