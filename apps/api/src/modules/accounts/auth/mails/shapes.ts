import { z } from "zod";

const account = { username: z.string() };
const linked = { ...account, url: z.string(), expiresAt: z.string() };

export const AUTH_MAIL_SHAPES = {
  activation: z.object({ ...linked, clientName: z.string() }),
  "password-link": z.object(linked),
  "password-changed": z.object(account),
  "email-verification": z.object(linked),
  "email-change": z.object(account),
  "two-factor-on": z.object(account),
  "two-factor-off": z.object(account),
  "two-factor-cleared": z.object({ ...account, by: z.string() }),
  "provider-linked": z.object({ ...account, providerLogin: z.string() }),
};
export type AuthMailShapes = typeof AUTH_MAIL_SHAPES;
