import { EventEmitter, on } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type ParsedMail, parseMail } from "./parse-mail.ts";

const TIMEOUT_MS = 60_000;

/** How the server responds to a mail. It accepts the mail, rejects it permanently or temporarily, or never responds. */
export type SmtpVerdict = "accept" | "refuse" | "later" | "hang";

export interface OfferedMail {
  recipient: string;
  verdict: SmtpVerdict;
  mail: ParsedMail;
}

/** A mail server (RFC 5321, without TLS) that the test controls. */
export interface FakeSmtp {
  url: string;
  /** Every mail that was sent completely, whatever the response. */
  offered: readonly OfferedMail[];
  /** Sets the response to later mails. */
  decide(verdict: (recipient: string) => SmtpVerdict): void;
  /** Resolves after this many mails in total. Rejects after 60 s. */
  waitForOffers(count: number): Promise<void>;
  close(): Promise<void>;
}

const RESPONSE_OF_VERDICT = {
  accept: "250 2.0.0 taken",
  refuse: "550 5.1.1 no such mailbox",
  later: "451 4.3.0 try again later",
} as const;

/** @example const smtp = await startFakeSmtp(); // SMTP_URL: smtp.url */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  const offered: OfferedMail[] = [];
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  let decide: (recipient: string) => SmtpVerdict = () => "accept";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    serveClient(socket, (recipient, source) => {
      const verdict = decide(recipient);
      offered.push({ recipient, verdict, mail: parseMail(Buffer.from(source, "latin1")) });
      events.emit("offer");
      return verdict === "hang" ? undefined : RESPONSE_OF_VERDICT[verdict];
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered,
    decide: (next) => {
      decide = next;
    },
    async waitForOffers(count) {
      const offers = on(events, "offer", { signal: AbortSignal.timeout(TIMEOUT_MS) });
      while (offered.length < count) await offers.next();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Converses with a client. @param receive responds to a complete mail; undefined sends nothing. */
function serveClient(
  socket: Socket,
  receive: (recipient: string, source: string) => string | undefined,
): void {
  const reply = (line: string | undefined) => line && socket.write(`${line}\r\n`);
  let recipient = "";
  let text: string[] | undefined;
  reply("220 mail.example ESMTP");
  socket.setEncoding("latin1");
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  // Tests kill clients, which resets their connections, so errors are ignored.
  lines.on("error", () => socket.destroy());
  lines.on("line", (line) => {
    if (text && line !== ".") {
      text.push(line.replace(/^\./, ""));
    } else if (text) {
      reply(receive(recipient, text.join("\r\n")));
      text = undefined;
    } else {
      recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? recipient;
      if (/^DATA/i.test(line)) text = [];
      reply(/^DATA/i.test(line) ? "354 go on" : /^QUIT/i.test(line) ? "221 bye" : "250 ok");
    }
  });
}
