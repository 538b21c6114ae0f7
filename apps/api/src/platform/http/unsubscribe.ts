import type { FastifyInstance } from "fastify";
import { z } from "zod";

const TokenParams = z.object({ token: z.uuid() });
/** The texts of the page on which recipients unsubscribe, in one language. */
interface UnsubscribeTexts {
  question: string;
  button: string;
  done: string;
  gone: string;
}
type TextsByLanguage = Record<"EN" | "FR", UnsubscribeTexts>;

/**
 * Registers the unsubscribe link of mails. A GET only shows a confirmation, because programs open links to scan them. One-click
 * unsubscribe in a mail program sends a POST (RFC 8058).
 * @param path before the token.
 * @param endMails returns whether the token is valid.
 */
export function registerUnsubscribe(
  app: FastifyInstance,
  path: string,
  endMails: (token: string) => Promise<boolean>,
  texts: TextsByLanguage,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1_000 },
      (_request, _body, done) => done(null, undefined),
    );
    const page = (header: string | undefined, write: (texts: UnsubscribeTexts) => string) => {
      const language = /^fr\b/i.test(header ?? "") ? "FR" : "EN";
      return renderPage(language, write(texts[language]));
    };
    scope.get(`${path}/:token`, async (request, reply) =>
      reply
        .headers(PAGE_HEADERS)
        .send(
          page(
            request.headers["accept-language"],
            ({ question, button }) =>
              `<p>${question}</p><form method="post"><button type="submit">${button}</button></form>`,
          ),
        ),
    );
    scope.post(`${path}/:token`, async (request, reply) => {
      const read = TokenParams.safeParse(request.params);
      const isDone = read.success && (await endMails(read.data.token));
      return reply
        .code(isDone ? 200 : 404)
        .headers(PAGE_HEADERS)
        .send(page(request.headers["accept-language"], ({ done, gone }) => `<p>${isDone ? done : gone}</p>`));
    });
  });
}

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

const renderPage = (language: keyof TextsByLanguage, content: string) => `<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Shoal</title></head>
<body><main>${content}</main></body>
</html>
`;
