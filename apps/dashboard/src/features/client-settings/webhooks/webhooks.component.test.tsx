import { routes, type WebhookDeliveryView, type WebhookView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Webhooks } from "./webhooks.tsx";

cleanAfterEach();

const WEBHOOK: WebhookView = {
  uuid: "6f1c2d3e-0000-4000-8000-000000000001",
  url: "https://hooks.example.com/shoal",
  description: "Shop",
  events: ["video.encoded"],
  format: "standard",
  language: "EN",
  isOn: true,
  offReason: null,
  failingSince: null,
  waitingCount: 0,
  createdAt: "2026-03-04T05:06:07.000Z",
  oldSecretUntil: null,
  revision: 1,
};
const DELIVERY: WebhookDeliveryView = {
  id: 7,
  event: "6f1c2d3e-0000-4000-8000-000000000002",
  type: "video.encoded",
  at: "2026-03-04T05:06:07.000Z",
  state: "failed",
  attempts: 3,
  nextAt: null,
  lastAt: "2026-03-04T05:07:07.000Z",
  status: 500,
  durationMs: 12,
  error: null,
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const answerWebhooks = (...webhooks: WebhookView[]) => answer(routes.listWebhooks, () => webhooks);

test("a failed list can be reloaded, a disabled webhook shows the reason, and only managers see the list", async () => {
  refuse(routes.listWebhooks, new Refusal("unavailable"));
  show(<Webhooks isReadOnly={false} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answerWebhooks({ ...WEBHOOK, isOn: false, offReason: "gone" });
  await button("Try again").click();
  await expect
    .element(page.getByText("Your server responded with 410 Gone, so this webhook was turned off."))
    .toBeVisible();
  await expect.element(button("Send test")).not.toBeInTheDocument();
  await expect.element(button("Turn on")).toBeVisible();
});

test("an account without webhooks shows an empty state, and other users are referred to a manager", async () => {
  answerWebhooks();
  show(<Webhooks isReadOnly={false} />);
  await expect.element(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  show(<Webhooks isReadOnly />);
  await expect.element(page.getByText("Only account managers can see the webhooks.")).toBeVisible();
});

test("a URL without a protocol is rejected at its field, and the secret of a new webhook is shown once", async () => {
  answerWebhooks();
  const sent: unknown[] = [];
  answer(routes.createWebhook, ({ body }) => {
    sent.push(body);
    return { ...WEBHOOK, secret: "whsec_c2VjcmV0" };
  });
  show(<Webhooks isReadOnly={false} />);
  await button("Add webhook").click();
  await field("URL").fill("hooks.example.com");
  await button("Add webhook").click();
  await expect.element(page.getByText("Enter a URL that begins with https:// or http://")).toBeVisible();
  expect(sent).toEqual([]);
  await field("URL").fill(" https://hooks.example.com/shoal ");
  await button("Add webhook").click();
  await expect.element(page.getByText("Webhook secret")).toBeVisible();
  await button("I have saved it").click();
  await expect.element(page.getByText("Webhook secret")).not.toBeInTheDocument();
  expect(sent).toEqual([
    {
      url: "https://hooks.example.com/shoal",
      description: "",
      events: [],
      format: "standard",
      language: "EN",
    },
  ]);
});

test("events are grouped by subject, and found by their explanation", async () => {
  answerWebhooks();
  const sent: unknown[] = [];
  answer(routes.createWebhook, ({ body }) => {
    sent.push(body);
    return { ...WEBHOOK, secret: "whsec_c2VjcmV0" };
  });
  show(<Webhooks isReadOnly={false} />);
  await button("Add webhook").click();
  const events = page.getByRole("combobox", { name: "Events" });
  await events.click();
  await expect.element(page.getByText("CDN entries", { exact: true })).toBeInTheDocument();
  await events.fill("trash");
  await expect.poll(() => page.getByRole("option").all().length).toBe(2);
  await expect.element(page.getByText("Invoices", { exact: true })).not.toBeInTheDocument();
  await page.getByRole("option", { name: /^video\.restored/ }).click();
  await events.fill("no such event");
  await expect.element(page.getByText("No matching event")).toBeVisible();
  await field("URL").fill("https://hooks.example.com/shoal");
  await button("Add webhook").click();
  await expect.poll(() => sent).toMatchObject([{ events: ["video.restored"] }]);
  await button("I have saved it").click();
});

test("a webhook for a chat channel has a language and no secret", async () => {
  const slack: WebhookView = { ...WEBHOOK, format: "slack" };
  answerWebhooks(slack);
  const sent: unknown[] = [];
  answer(routes.updateWebhook, ({ body }) => {
    sent.push(body);
    return slack;
  });
  show(<Webhooks isReadOnly={false} />);
  await expect.element(page.getByText("A Slack channel · 1 event")).toBeVisible();
  await expect.element(button("Rotate secret")).not.toBeInTheDocument();
  await button("Edit").click();
  await expect.element(page.getByText(/^The URL of an incoming webhook/)).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Français" }).click();
  await button("Save webhook").click();
  await expect.poll(() => sent).toMatchObject([{ format: "slack", language: "FR", revision: 1 }]);
});

test("the log shows each message and its response, and can send the message again", async () => {
  answerWebhooks(WEBHOOK);
  answer(routes.listWebhookDeliveries, () => ({ _embedded: [DELIVERY], next: null }));
  answer(routes.getWebhookDelivery, () => ({
    ...DELIVERY,
    request: '{"type":"video.encoded"}',
    answer: "out of order",
  }));
  const again: unknown[] = [];
  answer(routes.resendWebhookDelivery, ({ params }) => void again.push(params));
  show(<Webhooks isReadOnly={false} />);
  await button("Log").click();
  await page.getByText("video.encoded").first().click();
  await expect.element(page.getByText("out of order")).toBeVisible();
  await button("Send again").click();
  await expect.poll(() => again).toEqual([{ id: WEBHOOK.uuid, delivery: "7" }]);
});

test("a webhook that another user changed is saved on the second attempt", async () => {
  answerWebhooks(WEBHOOK);
  const sent = answer(routes.updateWebhook, ({ body }) => {
    if ((body as { revision: number }).revision !== 2) throw new Refusal("edit_conflict");
    return WEBHOOK;
  });
  show(<Webhooks isReadOnly={false} />);
  await button("Edit").click();
  await field("Description").fill("Mirror");
  answerWebhooks({ ...WEBHOOK, revision: 2 });
  await button("Save webhook").click();
  await expect.element(page.getByRole("alert").first()).toBeVisible();
  await expect.element(field("Description")).toHaveValue("Mirror");
  await expect
    .poll(async () => {
      await button("Save webhook").click();
      return sent.at(-1)?.body;
    })
    .toMatchObject({ description: "Mirror", revision: 2 });
});

test("rotating the secret again within a day warns that the oldest secret stops", async () => {
  answerWebhooks({ ...WEBHOOK, oldSecretUntil: "2026-03-05T05:06:07.000Z" });
  show(<Webhooks isReadOnly={false} />);
  await button("Rotate secret").click();
  await expect.element(page.getByText(/The older secret, .* stops immediately/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
});
