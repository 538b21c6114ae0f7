import { alertsEn } from "./alerts-en.ts";
import type { MailTexts } from "./mail-texts.ts";
import { writeDate } from "./write-date.ts";

const LOCALE = "en-GB";
const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const until = (iso: string) => `The link works once, until ${writeDate(LOCALE, iso)}.`;
const NOT_ME = "If it was not you, choose a new password at once and tell our support.";

export const en: MailTexts = {
  locale: LOCALE,
  greeting: (username) => `Hello ${username},`,
  linkFallback: "If the button does not work, copy this address into your browser:",
  footer: (supportEmail) => `Sent by Shoal. Questions? Write to ${supportEmail}.`,
  templates: {
    activation: ({ username, clientName, url, expiresAt }) => ({
      subject: `Activate your Shoal account for ${clientName}`,
      paragraphs: [
        `You have been invited to ${clientName} on Shoal. Your username is ${username}.`,
        "Activate your account to choose how you sign in.",
      ],
      action: { label: "Activate my account", url },
      notes: [until(expiresAt), "If you did not expect this invitation, ignore this e-mail."],
    }),
    "password-link": ({ url, expiresAt }) => ({
      subject: "Choose a new Shoal password",
      paragraphs: ["Somebody, probably you, asked for a new password for your account."],
      action: { label: "Choose a new password", url },
      notes: [until(expiresAt), "If it was not you, ignore this e-mail: your password stays as it is."],
    }),
    "password-changed": () => ({
      subject: "Your Shoal password was changed",
      paragraphs: [
        "The password of your account was changed. Your other sessions have ended, and GitHub no longer signs in to it.",
        NOT_ME,
      ],
    }),
    "email-verification": ({ url, expiresAt }) => ({
      subject: "Confirm your e-mail address for Shoal",
      paragraphs: ["Please confirm that this e-mail address is yours."],
      action: { label: "Confirm my address", url },
      notes: [until(expiresAt), "If you have no Shoal account, ignore this e-mail."],
    }),
    "email-change": () => ({
      subject: "Your Shoal e-mail address is about to change",
      paragraphs: [
        "A new e-mail address was entered for your account. It takes the place of this one once it is confirmed.",
        NOT_ME,
      ],
    }),
    "two-factor-on": () => ({
      subject: "Two-factor authentication is on",
      paragraphs: ["From now on, signing in to your account also asks for a code of your app.", NOT_ME],
    }),
    "two-factor-off": () => ({
      subject: "Two-factor authentication is off",
      paragraphs: ["Signing in to your account no longer asks for a code.", NOT_ME],
    }),
    "two-factor-cleared": ({ by }) => ({
      subject: "Two-factor authentication was switched off for you",
      paragraphs: [
        `${by} switched two-factor authentication off for your account, so that you can sign in without your app. Switch it on again in your profile.`,
        "If you did not ask for it, choose a new password at once and tell our support.",
      ],
    }),
    "provider-linked": ({ providerLogin }) => ({
      subject: "A GitHub account was linked to your Shoal account",
      paragraphs: [`The GitHub account ${providerLogin} can now sign in to your account.`, NOT_ME],
    }),
    "client-deletion-planned": ({ clientName, deletionAt }) => ({
      subject: `The account ${clientName} will be deleted`,
      paragraphs: [
        `The deletion of the client account ${clientName} and all its data is planned for ${writeDate(LOCALE, deletionAt)}.`,
        "Until then a manager can keep the account from the profile page.",
      ],
    }),
    "client-kept": ({ clientName }) => ({
      subject: `The account ${clientName} is kept`,
      paragraphs: [`The planned deletion of the client account ${clientName} has been cancelled.`],
    }),
    "proof-stopped": ({ clientName, reason, value, url }) => ({
      subject: `Proof mode has stopped – ${clientName}`,
      paragraphs: [
        reason === "rebuffering"
          ? `Viewers who played without peers waited longer than the others: at least ${number.format(value)} s for each hour they watched, which is sure by 95 %.`
          : `Viewers who played without peers took ${number.format(value)} GB from the servers this month, which is more than you allowed.`,
        "From now on all viewers exchange with peers again. What was measured is kept, and a manager can begin anew.",
      ],
      action: { label: "Look at what was measured", url },
    }),
    ...alertsEn,
  },
};
