import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { NewsService } from "./news.service.ts";

const Token = z.object({ token: z.uuid() });
const TEXTS = {
  EN: {
    question: "Stop emails about your projects?",
    button: "Unsubscribe",
    done: "You are unsubscribed. You can choose other emails in your profile, under Notifications.",
    gone: "This link is not valid any more.",
  },
  FR: {
    question: "Ne plus recevoir d'e-mails sur vos projets\u00a0?",
    button: "Se désabonner",
    done: "Vous êtes désabonné(e). Vous pouvez choisir d'autres e-mails dans votre profil, sous Notifications.",
    gone: "Ce lien n'est plus valide.",
  },
} as const;

/**
 * The link at the end of each mail about projects. A program that looks at links must not end anything (GET asks); one click in a mail program is
 * a POST (RFC 8058).
 */
export function registerUnsubscribeRoutes(app: FastifyInstance, news: Pick<NewsService, "endMails">): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1_000 },
      (_request, _body, done) => done(null, undefined),
    );
    const page = (language: string | undefined, write: (texts: Texts) => string) =>
      pageOf(/^fr\b/i.test(language ?? "") ? "FR" : "EN", write);
    scope.get("/api/news/unsubscribe/:token", async (request, reply) =>
      reply
        .headers(HEADERS)
        .send(
          page(
            request.headers["accept-language"],
            ({ question, button }) =>
              `<p>${question}</p><form method="post"><button type="submit">${button}</button></form>`,
          ),
        ),
    );
    scope.post("/api/news/unsubscribe/:token", async (request, reply) => {
      const read = Token.safeParse(request.params);
      const isDone = read.success && (await news.endMails(read.data.token));
      return reply
        .code(isDone ? 200 : 404)
        .headers(HEADERS)
        .send(page(request.headers["accept-language"], ({ done, gone }) => `<p>${isDone ? done : gone}</p>`));
    });
  });
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

type Texts = (typeof TEXTS)[keyof typeof TEXTS];

const pageOf = (language: keyof typeof TEXTS, write: (texts: Texts) => string) => `<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Shoal</title></head>
<body><main>${write(TEXTS[language])}</main></body>
</html>
`;
