export interface ParsedMail {
  from: string;
  to: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  /** The headers by lower-case name. */
  headers: Map<string, string>;
  /** The addresses in the plain text. */
  links: string[];
}

interface MailPart {
  headers: Map<string, string>;
  body: string;
}

/** Parses a mail (RFC 5322, 2045, 2047) with one text, or alternatives of it. */
export function parseMail(bytes: Buffer): ParsedMail {
  const mail = splitPart(bytes.toString("latin1"));
  const parts = partsOf(mail);
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers }) => headers.get("content-type")?.startsWith(type));
    return part ? decodeBody(part) : "";
  };
  const field = (name: string) => decodeWords(mail.headers.get(name) ?? "");
  const text = bodyOf("text/plain");
  return {
    from: field("from"),
    to: field("to"),
    subject: field("subject"),
    messageId: field("message-id"),
    text,
    html: bodyOf("text/html"),
    headers: mail.headers,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

function splitPart(source: string): MailPart {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(fields), body: source.slice(end + 4) };
}

function partsOf(part: MailPart): MailPart[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers.get("content-type") ?? "")?.[1];
  if (!boundary) return [part];
  const pieces = part.body.split(`--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => partsOf(splitPart(piece.replace(/^\r\n/, "").replace(/\r\n$/, ""))));
}

function decodeBody({ headers, body }: MailPart): string {
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding === "quoted-printable") return decodeQuoted(body.replace(/=\r\n/g, ""));
  return Buffer.from(body, "latin1").toString("utf8");
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Decodes encoded words (RFC 2047). White space between two of them is not part of the text. */
function decodeWords(field: string): string {
  return field
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuoted(word.replaceAll("_", " ")),
    );
}
