import type { LiveChatRefusal } from "@shoal/contract";
import type { Language } from "../i18n/texts.ts";

interface ChatTexts {
  title: string;
  open: string;
  close: string;
  name: string;
  /** The badge on messages of team members who are signed in. */
  host: string;
  member: string;
  message: string;
  placeholder: string;
  question: string;
  send: string;
  agree: string;
  pinned: string;
  answer: string;
  waiting: string;
  held: string;
  away: string;
  connecting: string;
  closed: string;
  /** Shown when the live is over and viewers can still write. */
  closing: string;
  /** Shown when both the live and its chat are over. */
  over: string;
  off: string;
  membersOnly: string;
  slow: string;
  replay: string;
  nothing: string;
  newer: string;
  /** The label of the button next to a recorded message, which copies a link to its time. */
  link: string;
  copyLink: string;
  copied: string;
  notCopied: string;
  refused: Record<LiveChatRefusal | "consent", string>;
}

const englishTexts: ChatTexts = {
  title: "Chat",
  open: "Open chat",
  close: "Close chat",
  name: "Your nickname",
  host: "host",
  member: "team",
  message: "Message",
  placeholder: "Write a message",
  question: "Ask as a question",
  send: "Send",
  agree: "I agree",
  pinned: "Pinned",
  answer: "Answer from {name}",
  waiting: "Sending…",
  held: "Waiting for a moderator",
  away: "Connection to the chat lost. Your messages will be sent once it is back.",
  connecting: "Connecting…",
  closed: "The chat is closed.",
  closing: "The live is over. You can write for a few more minutes.",
  over: "The live is over, and so is the chat.",
  off: "You no longer have access to this chat.",
  membersOnly: "Only members can write here.",
  slow: "Slow mode: one message every {sec} s.",
  replay: "Messages appear at the same times as during the live.",
  nothing: "No messages yet",
  newer: "New messages",
  link: "Link",
  copyLink: "Copy link to {time}",
  copied: "Copied",
  notCopied: "Not copied",
  refused: {
    closed: "The chat is closed.",
    empty: "Write something first.",
    name_invalid: "This nickname is not valid: use up to 30 letters and digits.",
    name_taken: "This nickname is taken. Choose another one.",
    members_only: "Only members can write here.",
    muted: "You cannot write for now.",
    banned: "You can no longer write in this chat.",
    slow: "Slow mode is on. Wait a moment.",
    too_fast: "You are writing too fast. Wait a moment.",
    busy: "The chat is very busy. Try again in a moment.",
    id_used: "This message could not be sent.",
    consent: "Agree to the text above first.",
  },
};

const frenchTexts: ChatTexts = {
  title: "Chat",
  open: "Ouvrir le chat",
  close: "Fermer le chat",
  name: "Votre pseudo",
  host: "hôte",
  member: "équipe",
  message: "Message",
  placeholder: "Écrire un message",
  question: "Poser comme question",
  send: "Envoyer",
  agree: "J’accepte",
  pinned: "Épinglé",
  answer: "Réponse de {name}",
  waiting: "Envoi…",
  held: "En attente d’un modérateur",
  away: "Connexion au chat perdue. Vos messages partiront dès son retour.",
  connecting: "Connexion…",
  closed: "Le chat est fermé.",
  closing: "Le direct est terminé. Vous pouvez encore écrire quelques minutes.",
  over: "Le direct et le chat sont terminés.",
  off: "Vous n’avez plus accès à ce chat.",
  membersOnly: "Seuls les membres peuvent écrire ici.",
  slow: "Mode lent\u00a0: un message toutes les {sec} s.",
  replay: "Les messages apparaissent comme pendant le direct.",
  nothing: "Aucun message pour l’instant",
  newer: "Nouveaux messages",
  link: "Lien",
  copyLink: "Copier un lien vers {time}",
  copied: "Copié",
  notCopied: "Non copié",
  refused: {
    closed: "Le chat est fermé.",
    empty: "Écrivez d’abord quelque chose.",
    name_invalid: "Ce pseudo n’est pas valide\u00a0: 30 lettres et chiffres au plus.",
    name_taken: "Ce pseudo est déjà pris. Choisissez-en un autre.",
    members_only: "Seuls les membres peuvent écrire ici.",
    muted: "Vous ne pouvez pas écrire pour le moment.",
    banned: "Vous ne pouvez plus écrire dans ce chat.",
    slow: "Le mode lent est actif. Patientez un instant.",
    too_fast: "Vous écrivez trop vite. Patientez un instant.",
    busy: "Le chat est très actif. Réessayez dans un instant.",
    id_used: "Ce message n’a pas pu être envoyé.",
    consent: "Acceptez d’abord le texte ci-dessus.",
  },
};

export const chatTextsOf = (language: Language): ChatTexts =>
  language === "fr" ? frenchTexts : englishTexts;
export type { ChatTexts };
