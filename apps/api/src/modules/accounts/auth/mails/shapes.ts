import { z } from "zod";

const accountFields = { username: z.string() };
const linkFields = { ...accountFields, url: z.string(), expiresAt: z.string() };

export const AUTH_MAIL_SHAPES = {
  activation: z.object({ ...linkFields, clientName: z.string() }),
  "password-link": z.object(linkFields),
  "password-changed": z.object(accountFields),
  "email-verification": z.object(linkFields),
  "email-change": z.object(accountFields),
  "two-factor-on": z.object(accountFields),
  "two-factor-off": z.object(accountFields),
  "two-factor-cleared": z.object({ ...accountFields, by: z.string() }),
  "provider-linked": z.object({ ...accountFields, providerLogin: z.string() }),
};
export type AuthMailShapes = typeof AUTH_MAIL_SHAPES;
