import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A webhook sends what happens to your videos, lives and projects to an address of yours. Create it at [Configs](/config), where its log is, too.",
  ),
  heading("rules", "What your server does"),
  list(
    "Check the signature with the body as it arrived, before any parsing.",
    "Answer with a status from 200 to 299 within 10 seconds, and do the work afterwards.",
    "Keep each `webhook-id` that you have seen: a message may arrive twice.",
    "Answer `410` to end the webhook.",
  ),
  heading("check", "Check the signature"),
  text("In Node:"),
  example("verify-webhook.mjs"),
  text("In Python:"),
  example("verify_webhook.py"),
  text("In PHP:"),
  example("verify-webhook.php"),
  text("In a shell:"),
  example("verify-webhook.sh"),
];
