import {
  ALERT_KINDS,
  DUNNING_STAGES,
  EXIT_FAULTS,
  INVOICE_KINDS,
  LANGUAGES,
  type Language,
  NEWS_KINDS,
  PROOF_STOPS,
} from "@shoal/contract";
import { expect, test } from "vitest";
import { renderMail } from "./modules/accounts/mails/index.ts";
import { MODULES } from "./modules.ts";
import { joinMails, type MailDefinition } from "./platform/mail/define-mails.ts";

const LINKED_VALUES = {
  username: "studio",
  url: "https://shoal.example/#/verifyMail?mail=a%40b.example&key=k1",
  expiresAt: "2026-11-22T03:08:00Z",
};
const MAIL_CATALOG = joinMails(MODULES);
interface MailSample {
  template: string;
  values: object;
}
/** Renders a mail from its stored values, which are validated again. */
function renderSample({ template, values }: MailSample, language: Language) {
  const mail = MAIL_CATALOG.get(template) as unknown as MailDefinition<object>;
  return renderMail({ mail, values: mail.values.parse(values) }, { language, supportEmail: SUPPORT_ADDRESS });
}
const SUPPORT_ADDRESS = "support@shoal.example";
const MAIL_SAMPLES: MailSample[] = [
  { template: "activation", values: { ...LINKED_VALUES, clientName: "Harbour & <Sons>" } },
  { template: "password-link", values: LINKED_VALUES },
  { template: "password-changed", values: LINKED_VALUES },
  { template: "email-verification", values: LINKED_VALUES },
  { template: "email-change", values: LINKED_VALUES },
  { template: "two-factor-on", values: LINKED_VALUES },
  { template: "two-factor-off", values: LINKED_VALUES },
  { template: "two-factor-cleared", values: { ...LINKED_VALUES, by: "harbour-master" } },
  { template: "provider-linked", values: { ...LINKED_VALUES, providerLogin: "octo" } },
  {
    template: "client-deletion-planned",
    values: { clientName: "Harbour & <Sons>", deletionAt: "2026-11-30T23:59:00Z" },
  },
  {
    template: "budget-warning",
    values: {
      clientName: "Harbour & <Sons>",
      percent: 80,
      spentCents: 8_012,
      limitCents: 10_000,
      isStopped: false,
    },
  },
  {
    template: "payment-failed",
    values: {
      clientName: "Harbour & <Sons>",
      invoiceNumber: "2026-0042",
      cents: 123_450,
      reason: "insufficient_funds",
      url: "https://shoal.example/#/profil?section=documents",
    },
  },
  { template: "client-kept", values: { clientName: "Harbour & <Sons>" } },
];
const ALERT_VALUES = {
  clientName: "Harbour & <Sons>",
  kind: "rebuffering",
  title: "Regatta",
  threshold: 50,
  worst: 312.4,
  last: 80,

  openedAt: "2026-11-22T03:08:00Z",
  closedAt: null,
  ending: null,
  url: "https://shoal.example/#/alert/a1?b=c&d=e",
} as const;
for (const kind of ALERT_KINDS)
  MAIL_SAMPLES.push(
    { template: "alert-opened", values: { ...ALERT_VALUES, kind } },
    {
      template: "alert-closed",
      values: { ...ALERT_VALUES, kind, title: null, closedAt: "2026-11-22T04:08:00Z", ending: "recovered" },
    },
  );
for (const reason of PROOF_STOPS)
  MAIL_SAMPLES.push({
    template: "proof-stopped",
    values: {
      clientName: "Harbour & <Sons>",
      reason,
      value: 6.25,
      url: "https://shoal.example/#/proof?a=b&c=d",
    },
  });
const BANK_ACCOUNT = { iban: "FR7630006000011234567890189", bic: "AGRIFRPP" };
for (const kind of INVOICE_KINDS)
  for (const paid of [
    { payment: { kind: "charge", method: "card", label: "visa •••• 4242" } },
    { payment: { kind: "charge", method: "sepa_debit", label: "FR •••• 1234" } },
    { payment: { kind: "transfer", ...BANK_ACCOUNT }, lastFrom: "accounts@harbour.example" },
  ])
    MAIL_SAMPLES.push({
      template: "invoice-made",
      values: {
        clientName: "Harbour & <Sons>",
        kind,
        number: "2026-000123",
        month: "2026-10",
        grossCents: kind === "invoice" ? 123_456 : -600,
        dueOn: "2026-12-05",
        url: "https://shoal.example/#/payments?a=b&c=d",
        ...paid,
      },
    });
for (const stage of DUNNING_STAGES)
  MAIL_SAMPLES.push({
    template: "invoice-reminder",
    values: {
      clientName: "Harbour & <Sons>",
      number: "2026-000123",
      stage,
      openCents: 123_456,
      dueOn: "2026-12-05",
      ...BANK_ACCOUNT,
      suspendsOn: stage === "final" ? "2027-01-19" : null,
      url: "https://shoal.example/#/payments?a=b&c=d",
    },
  });
for (const stopsAt of ["2026-11-22T03:08:00Z", null])
  MAIL_SAMPLES.push({
    template: "cdn-name-failing",
    values: {
      clientName: "Harbour & <Sons>",
      host: "files.harbour.example",
      stopsAt,
      url: "https://shoal.example/#/cdn?a=b&c=d",
    },
  });
MAIL_SAMPLES.push({
  template: "cdn-resumed",
  values: { clientName: "Harbour & <Sons>", url: "https://shoal.example/#/cdn?a=b&c=d" },
});
MAIL_SAMPLES.push({
  template: "exit-ready",
  values: { clientName: "Harbour & <Sons>", url: "https://shoal.example/#/config?a=b&c=d" },
});
for (const fault of EXIT_FAULTS)
  MAIL_SAMPLES.push({
    template: "exit-failed",
    values: { clientName: "Harbour & <Sons>", fault, url: "https://shoal.example/#/config?a=b&c=d" },
  });
for (const reason of ["failing", "gone"])
  MAIL_SAMPLES.push({
    template: "webhook-off",
    values: {
      clientName: "Harbour & <Sons>",
      reason,
      address: "https://hooks.example.org/a?b=c&d=e",
      url: "https://shoal.example/#/config?tab=webhooks",
    },
  });
for (const isOver of [false, true])
  MAIL_SAMPLES.push({
    template: "decision-reminder",
    values: {
      username: "studio",
      projectName: "Harbour & <Sons>",
      version: 3,
      dueAt: "2026-11-22T03:08:00Z",
      isOver,
      url: "https://shoal.example/#/vireed/p/3?a=b&c=d",
      unsubscribeUrl: "https://shoal.example/api/news/unsubscribe/u?x=y&z=1",
    },
  });
MAIL_SAMPLES.push({
  template: "project-news",
  values: {
    username: "studio",
    items: NEWS_KINDS.map((kind) => ({
      kind,
      by: "anna & <b>",
      projectName: "Harbour & <Sons>",
      version: 3,
      excerpt: "Too <i>dark</i>\nhere",
      decision: kind === "decisionMade" ? "changesWanted" : null,
    })),
    moreCount: 4,
    url: "https://shoal.example/#/vireed/p/3?a=b&c=d",
    unsubscribeUrl: "https://shoal.example/api/news/unsubscribe/u?x=y&z=1",
  },
});
MAIL_SAMPLES.push({
  template: "unread-chat",
  values: {
    username: "studio",
    rooms: [
      { name: "Harbour & <Sons>", count: 12, by: "anna & <b>", excerpt: "Too <i>dark</i>\nhere" },
      { name: "ben", count: 1, by: "ben", excerpt: "" },
    ],
    moreCount: 4,
    url: "https://shoal.example/#/chat?a=b&c=d",
    unsubscribeUrl: "https://shoal.example/api/chat/unsubscribe/u?x=y&z=1",
  },
});
const samplesByLanguage = LANGUAGES.flatMap((language) =>
  MAIL_SAMPLES.map((content) => ({ language, content })),
);

test("every mail of a module has a sample", () => {
  expect(
    [...MAIL_CATALOG.keys()].filter((name) => !MAIL_SAMPLES.some(({ template }) => template === name)),
  ).toEqual([]);
});

test("a mail defined by two modules prevents the start with an error that names it", () => {
  const mails = { note: MAIL_CATALOG.get("client-kept") as never };
  expect(() =>
    joinMails([
      { name: "clients", mails },
      { name: "notes", mails },
    ]),
  ).toThrow('The mail "client-kept" is defined by "clients" and by "notes"');
});

test.each(samplesByLanguage)(
  "$content.template in $language has the same content as text and HTML",
  ({ language, content }) => {
    const mail = renderSample(content, language);
    expect(mail.html).toContain(`<html lang="${language.toLowerCase()}">`);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(SUPPORT_ADDRESS);
      expect(part).not.toMatch(/undefined|\[object|Invalid Date/);
    }
    const { url, clientName } = content.values as { url?: string; clientName?: string };
    if (mail.text.includes("https://")) expect(mail.html).toContain(`href="${url?.replace("&", "&amp;")}"`);
    if (clientName) {
      expect(mail.text + mail.subject).toContain(clientName);
      expect(mail.html).toContain("Harbour &amp; &lt;Sons&gt;");
      expect(mail.html).not.toContain("<Sons>");
    }
  },
);

test("every mail differs in English and French", () => {
  for (const content of MAIL_SAMPLES) {
    const [english, french] = LANGUAGES.map((language) => renderSample(content, language));
    expect(english?.subject).not.toBe(french?.subject);
  }
});

test("dates follow the language of the mail, and French punctuation has no-break spaces", () => {
  const [content] = MAIL_SAMPLES as [MailSample];
  expect(renderSample(content, "EN").text).toContain("until 22 November 2026 at 03:08 UTC");
  const french = renderSample(content, "FR").text;
  expect(french).toContain("jusqu’au 22 novembre 2026 à 03:08 UTC");
  expect(french.replace(/https?:\S+/g, "")).not.toMatch(/[^\u00a0\u202f\d][?!;:](?!\d)/u);
});

test.each(["project-news", "decision-reminder"])("the mail %s has an unsubscribe link", (template) => {
  const content = MAIL_SAMPLES.find((each) => each.template === template) as MailSample;
  for (const language of LANGUAGES) {
    const mail = renderSample(content, language);
    expect(mail.unsubscribeUrl).toBe("https://shoal.example/api/news/unsubscribe/u?x=y&z=1");
    expect(mail.html).toContain('href="https://shoal.example/api/news/unsubscribe/u?x=y&amp;z=1"');
    expect(mail.text).toContain("https://shoal.example/api/news/unsubscribe/u?x=y&z=1");
  }
});

test("the mail about project news escapes markup in user content", () => {
  const content = MAIL_SAMPLES.find(({ template }) => template === "project-news") as MailSample;
  for (const language of LANGUAGES) {
    const mail = renderSample(content, language);
    expect(mail.html).not.toMatch(/<[bi]>/);
    expect(mail.html).toContain("Too &lt;i&gt;dark&lt;/i&gt; here");
  }
});
