import type { Language } from "@shoal/contract";
import type { MailDefinition, MailText } from "../../../platform/mail/define-mails.ts";
import { en } from "./texts/en.ts";
import { fr } from "./texts/fr.ts";
import type { LayoutTexts } from "./texts/layout-texts.ts";

const LAYOUT_TEXTS: Record<Language, LayoutTexts> = { EN: en, FR: fr };

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The language for the header: `en` or `fr`. */
  language: string;
  /** The URL that ends mails of this kind, for the header that mail programs show as a button. */
  unsubscribeUrl?: string;
}

interface MailLayout extends MailText {
  greeting: string | undefined;
  linkFallback: string;
  footer: string;
  language: string;
}

/**
 * Writes a mail in the reader's language, as plain text and as HTML.
 * @param values the values that the mail's definition names.
 */
export function renderMail<V extends object>(
  { mail, values }: { mail: MailDefinition<V>; values: NoInfer<V> },
  { language, supportEmail }: { language: Language; supportEmail: string },
): RenderedMail {
  const texts = LAYOUT_TEXTS[language];
  const layout: MailLayout = {
    ...mail.texts[language](values),
    greeting:
      "username" in values && typeof values.username === "string"
        ? texts.greeting(values.username)
        : undefined,
    linkFallback: texts.linkFallback,
    footer: texts.footer(supportEmail),
    language: language.toLowerCase(),
  };
  const subject = layout.subject.replace(/\s+/gu, " ");
  return {
    subject,
    text: renderText(layout),
    html: renderHtml(layout),
    language: layout.language,
    ...(layout.unsubscribe ? { unsubscribeUrl: layout.unsubscribe.url } : {}),
  };
}

function renderText({ greeting, paragraphs, action, notes = [], footer, unsubscribe }: MailLayout): string {
  const link = action ? [`${action.label}\n${action.url}`] : [];
  const parts = [...(greeting ? [greeting] : []), ...paragraphs, ...link, ...notes, `-- \n${footer}`];
  if (unsubscribe) parts.push(`${unsubscribe.label}\n${unsubscribe.url}`);
  return `${parts.join("\n\n")}\n`;
}

/** The styles, with a contrast of at least 7:1 in both colour schemes. Mail programs without colour schemes show the light one. */
const MAIL_STYLE = `
  body { margin: 0; padding: 24px 12px; background: #eef2f6; color: #14212e; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border-radius: 12px; }
  a { color: #0a4f7d; overflow-wrap: anywhere; }
  .button { display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0a4f7d; color: #ffffff; font-weight: 600; text-decoration: none; }
  .small { font-size: 14px; color: #3f5060; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e151c; color: #e8eef4; }
    main { background: #18222c; }
    a { color: #8ccbf5; }
    .button { background: #8ccbf5; color: #0e151c; }
    .small { color: #b9c6d2; }
  }`;

function renderHtml({
  subject,
  greeting,
  paragraphs,
  action,
  notes = [],
  linkFallback,
  unsubscribe,
  ...rest
}: MailLayout): string {
  const lines = [greeting, ...paragraphs].filter((line) => line !== undefined);
  const url = action && escapeHtml(action.url);
  const button = action ? `<p><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>` : "";
  const fallback = action
    ? `${renderSmallPrint(linkFallback)}<p class="small"><a href="${url}">${url}</a></p>`
    : "";
  return `<!doctype html>
<html lang="${rest.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${MAIL_STYLE}
</style>
</head>
<body>
<main>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
${button}
${notes.map(renderSmallPrint).join("\n")}
${fallback}
<hr>
${renderSmallPrint(rest.footer)}${unsubscribe ? unsubscribeLink(unsubscribe) : ""}
</main>
</body>
</html>
`;
}

const unsubscribeLink = ({ label, url }: { label: string; url: string }) =>
  `\n<p class="small"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

const renderSmallPrint = (text: string) => `<p class="small">${escapeHtml(text)}</p>`;

const HTML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** @example escapeHtml("<b>") // "&lt;b&gt;" */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
}
