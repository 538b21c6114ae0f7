import { alertsEn } from "./alerts-en.ts";
import { chatEn } from "./chat-en.ts";
import { type MailTexts, writeDate } from "./mail-texts.ts";
import { projectsEn } from "./projects-en.ts";

const LOCALE = "en-GB";
const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const until = (iso: string) => `The link works once, until ${writeDate(LOCALE, iso)}.`;
const NOT_ME = "If this was not you, choose a new password immediately and contact our support.";

export const en: MailTexts = {
  locale: LOCALE,
  greeting: (username) => `Hello ${username},`,
  linkFallback: "If the button does not work, copy this address into your browser:",
  footer: (supportEmail) => `Sent by Shoal. Questions? Contact ${supportEmail}.`,
  templates: {
    activation: ({ username, clientName, url, expiresAt }) => ({
      subject: `Activate your Shoal account for ${clientName}`,
      paragraphs: [
        `You have been invited to ${clientName} on Shoal. Your username is ${username}.`,
        "Activate your account to choose how you sign in.",
      ],
      action: { label: "Activate my account", url },
      notes: [until(expiresAt), "If you did not expect this invitation, ignore this email."],
    }),
    "password-link": ({ url, expiresAt }) => ({
      subject: "Choose a new Shoal password",
      paragraphs: ["Someone, probably you, requested a new password for your account."],
      action: { label: "Choose a new password", url },
      notes: [until(expiresAt), "If this was not you, ignore this email: your password does not change."],
    }),
    "password-changed": () => ({
      subject: "Your Shoal password was changed",
      paragraphs: [
        "The password of your account was changed. Your other sessions have ended, and your GitHub account is no longer linked.",
        NOT_ME,
      ],
    }),
    "email-verification": ({ url, expiresAt }) => ({
      subject: "Confirm your email address for Shoal",
      paragraphs: ["Please confirm that this email address is yours."],
      action: { label: "Confirm my address", url },
      notes: [until(expiresAt), "If you do not have a Shoal account, ignore this email."],
    }),
    "email-change": () => ({
      subject: "Your Shoal email address is about to change",
      paragraphs: [
        "A new email address was entered for your account. It replaces this one once it is confirmed.",
        NOT_ME,
      ],
    }),
    "two-factor-on": () => ({
      subject: "Two-factor authentication is on",
      paragraphs: ["From now on, signing in to your account also requires a code from your app.", NOT_ME],
    }),
    "two-factor-off": () => ({
      subject: "Two-factor authentication is off",
      paragraphs: ["Signing in to your account no longer requires a code.", NOT_ME],
    }),
    "two-factor-cleared": ({ by }) => ({
      subject: "Two-factor authentication was turned off for you",
      paragraphs: [
        `${by} turned two-factor authentication off for your account, so that you can sign in without your app. Turn it on again in your profile.`,
        "If you did not ask for this, choose a new password immediately and contact our support.",
      ],
    }),
    "provider-linked": ({ providerLogin }) => ({
      subject: "A GitHub account was linked to your Shoal account",
      paragraphs: [`The GitHub account ${providerLogin} can now sign in to your account.`, NOT_ME],
    }),
    "client-deletion-planned": ({ clientName, deletionAt }) => ({
      subject: `The account ${clientName} will be deleted`,
      paragraphs: [
        `The deletion of the client account ${clientName} and all its data is scheduled for ${writeDate(LOCALE, deletionAt)}.`,
        "Until then, a manager can keep the account from the profile page.",
      ],
    }),
    "client-kept": ({ clientName }) => ({
      subject: `The account ${clientName} is kept`,
      paragraphs: [`The scheduled deletion of the client account ${clientName} has been cancelled.`],
    }),
    "proof-stopped": ({ clientName, reason, value, url }) => ({
      subject: `Proof mode has stopped – ${clientName}`,
      paragraphs: [
        reason === "rebuffering"
          ? `Viewers without peers buffered longer than the others: at least ${number.format(value)} s more per hour watched (95% confidence).`
          : `Viewers without peers received ${number.format(value)} GB from the servers this month, more than the limit you set.`,
        "All viewers now use peers again. The measurements are kept, and a manager can start a new run.",
      ],
      action: { label: "View the measurements", url },
    }),
    ...alertsEn,
    ...projectsEn,
    ...chatEn,
  },
};
