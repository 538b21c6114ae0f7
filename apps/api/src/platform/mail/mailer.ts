import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

/** A server that does not respond occupies a database connection for no longer than this. */
const SMTP_TIMEOUT_MS = 20_000;

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** The address to which a POST unsubscribes the reader from such mails (RFC 8058). */
  unsubscribeUrl?: string;
  /** Identifies the mail at each attempt, so that a second copy can be recognised. */
  uuid: string;
  date: Date;
}

export interface Mailer {
  /** @throws UndeliverableMailError if a retry would fail in the same way; other errors may be temporary. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The mail server has permanently rejected this mail. */
export class UndeliverableMailError extends Error {
  constructor(cause: unknown) {
    super("The mail server refuses this mail", { cause });
    this.name = "UndeliverableMailError";
  }
}

export interface MailerOptions {
  /** The mail server, `smtp://user:password@host:port`; if it is undefined, each mail becomes a file. */
  smtpUrl: string | undefined;
  folder: string;
  from: string;
}

/** Opens the mail server, or a folder that replaces the server. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? openSmtp(options.smtpUrl, options.from) : openFolder(options.folder, options.from);
}

function openSmtp(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send(message) {
      await transport.sendMail(fieldsOf(message, from)).catch((error: { responseCode?: number }) => {
        throw isFinal(error.responseCode) ? new UndeliverableMailError(error) : error;
      });
    },
    close: () => transport.close(),
  };
}

/**
 * Whether a rejection is permanent: 5yz is (RFC 5321 §4.2.1), but 530 to 538 concern our own authentication, which an operator
 * can fix.
 */
const isFinal = (code: number | undefined) => code !== undefined && code >= 540 && code < 600;

/** Writes one `.eml` file per mail, under a name that sorts by time; a retry writes the same file. */
function openFolder(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(fieldsOf(message, from));
      const name = `${message.date.toISOString().replace(/[-:]/g, "")}-${message.uuid}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${name}.part`), bytes as Buffer, { mode: 0o600 });
      await rename(join(folder, `${name}.part`), join(folder, name));
    },
    close: () => transport.close(),
  };
}

function fieldsOf(
  { to, subject, text, html, language, unsubscribeUrl, uuid, date }: MailMessage,
  from: string,
) {
  const host = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    subject,
    text,
    html,
    date,
    // An object is used unchanged; a string would be parsed, and could contain several addresses.
    to: { name: "", address: to },
    messageId: `<${uuid}@${host}>`,
    // These headers suppress out-of-office replies (RFC 3834).
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
