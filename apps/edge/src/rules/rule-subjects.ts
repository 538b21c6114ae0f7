/** The subject whose rules apply to a viewer: one of our videos, or a config of the plugin and what its page reports. */
export type RuleSubject = { kind: "video"; uuid: string } | ConfigSubject;

export interface ConfigSubject {
  kind: "config";
  key: string;
  collection: string | undefined;
  video: string;
  /** The uuid of the hosted video whose media the page plays under another name. */
  hosted?: string | undefined;
}

/** Encrypts and decrypts a video's uuid, for viewers who must not learn it. */
export interface UuidSealer {
  mediaIdOf(uuid: string): string;
  uuidOf(mediaId: string): string;
}

/** Formats a subject for a ticket. The ticket's holder can read it, so uuids that viewers must not learn are encrypted. */
export function formatSubject(subject: RuleSubject, sealing: UuidSealer): string {
  if (subject.kind === "video") return `v.${sealing.mediaIdOf(subject.uuid)}`;
  const { key, collection = "", video, hosted } = subject;
  const parts = ["c", key, encodeText(collection), encodeText(video)];
  return [...parts, ...(hosted === undefined ? [] : [sealing.mediaIdOf(hosted)])].join(".");
}

/**
 * Parses a subject.
 * @param text as returned by `formatSubject`.
 */
export function parseSubject(text: string, sealing: UuidSealer): RuleSubject {
  const [kind, name = "", collection = "", video = "", hosted] = text.split(".");
  if (kind === "v") return { kind: "video", uuid: sealing.uuidOf(name) };
  return {
    kind: "config",
    key: name,
    collection: decodeText(collection) || undefined,
    video: decodeText(video),
    hosted: hosted === undefined ? undefined : sealing.uuidOf(hosted),
  };
}

const encodeText = (text: string) => Buffer.from(text).toString("base64url");
const decodeText = (text: string) => Buffer.from(text, "base64url").toString();
