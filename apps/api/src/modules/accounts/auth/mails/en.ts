import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { AuthMailShapes } from "./shapes.ts";

const LOCALE = "en-GB";
const formatLinkExpiry = (iso: string) => `The link works once, until ${formatMailDate(LOCALE, iso)}.`;
const UNEXPECTED_CHANGE_ADVICE =
  "If this was not you, choose a new password immediately and contact support.";

export const en: MailTexts<AuthMailShapes> = {
  activation: ({ username, clientName, url, expiresAt }) => ({
    subject: `Activate your Shoal account for ${clientName}`,
    paragraphs: [
      `You have been invited to join ${clientName} on Shoal. Your username is ${username}.`,
      "Activate your account to choose how you sign in.",
    ],
    action: { label: "Activate my account", url },
    notes: [formatLinkExpiry(expiresAt), "If you did not expect this invitation, ignore this email."],
  }),
  "password-link": ({ url, expiresAt }) => ({
    subject: "Choose a new Shoal password",
    paragraphs: ["Someone, probably you, requested a new password for your account."],
    action: { label: "Choose a new password", url },
    notes: [
      formatLinkExpiry(expiresAt),
      "If this was not you, ignore this email: your password does not change.",
    ],
  }),
  "password-changed": () => ({
    subject: "Your Shoal password was changed",
    paragraphs: [
      "The password of your account was changed. Your other sessions have ended, and your GitHub account is no longer linked.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "email-verification": ({ url, expiresAt }) => ({
    subject: "Confirm your email address for Shoal",
    paragraphs: ["Please confirm that this email address is yours."],
    action: { label: "Confirm my address", url },
    notes: [formatLinkExpiry(expiresAt), "If you do not have a Shoal account, ignore this email."],
  }),
  "email-change": () => ({
    subject: "Your Shoal email address is about to change",
    paragraphs: [
      "A new email address was entered for your account. It replaces your current address once it is confirmed.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "two-factor-on": () => ({
    subject: "Two-factor authentication was turned on",
    paragraphs: [
      "Signing in to your account now also requires a code from your authenticator app.",
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
  "two-factor-off": () => ({
    subject: "Two-factor authentication was turned off",
    paragraphs: ["Signing in to your account no longer requires a code.", UNEXPECTED_CHANGE_ADVICE],
  }),
  "two-factor-cleared": ({ by }) => ({
    subject: "Two-factor authentication was turned off by another user",
    paragraphs: [
      `${by} turned two-factor authentication off for your account, so that you can sign in without your app. Turn it on again in your profile.`,
      "If you did not ask for this, choose a new password immediately and contact support.",
    ],
  }),
  "provider-linked": ({ providerLogin }) => ({
    subject: "A GitHub account was linked to your Shoal account",
    paragraphs: [
      `The GitHub account ${providerLogin} can now be used to sign in to your account.`,
      UNEXPECTED_CHANGE_ADVICE,
    ],
  }),
};
