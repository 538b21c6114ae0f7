/** Expressions that the checker does not classify as linear, each with the reason why it is safe. */
export const REVIEWED_EXPRESSIONS: Readonly<Record<string, string>> = {
  "/(0|[1-9]\\d{0,8})(?=[^\\d/]*(?:\\.\\w{1,5})?$)/":
    "what it looks at ends before the next digit or slash, so that each character is read a few times",
  "/^(?:(\\d+):)?(\\d+):(\\d+(?:\\.\\d+)?)\\s+-->\\s+\\S+\\s*\\n(\\S+)/gm": "reads storyboards that we wrote",
  "/^(\\d+):(\\d\\d):(\\d\\d\\.\\d+) --> .*\\n(.+)#xywh=(\\d+),(\\d+),(\\d+),(\\d+)$/gm":
    "reads storyboards that we wrote",
  '/<script(?: type="module")?>(.*?)<\\/script>/gs': "reads samples that we wrote",
  "/[.-][A-Za-z0-9_-]{8,}\\.[a-z0-9]+(?:\\.(?:br|gz))?$/": "reads names of files that our bundler made",
  "/`([^`]+)`|\\[([^\\]]+)\\]\\(([^)\\s]+)\\)/g": "reads documentation that we wrote",
};

/** Files that compose an expression from parts, each with the reason why the expression takes linear time. */
export const COMPOSING_FILES: Readonly<Record<string, string>> = {
  "apps/api/src/modules/insight/search/metrics-keys.ts": "anchored, a UUID of fixed length, then anything",
  "apps/api/src/modules/developers/upload-tokens/admit-uploads.ts":
    "anchored; of paths of the contract, whose parameters end at the next slash",
  "apps/api/src/platform/http/field-reasons.ts": "reads reasons that we wrote",
  "apps/dashboard/src/components/delivery-rules/inputs/parse-address.ts": "anchored, of bounded pieces",
  "apps/dashboard/src/components/delivery-rules/inputs/parse-host.ts": "a host name, at most 253 characters",
  "apps/dashboard/src/components/delivery-rules/find-faults.ts": "anchored, of bounded pieces",
  "apps/dashboard/src/components/theme/theme-values.ts": "anchored, of bounded pieces",
  "apps/edge/src/media/send-text.ts": "reads a header of at most 16 kB, name by name",
  "apps/edge/src/tracker/description.ts": "anchored; each character belongs to one piece alone",
  "apps/edge/src/embed/oembed.ts": "anchored, of bounded pieces",
  "packages/contract/src/theme.ts": "anchored, of bounded pieces",
  "packages/contract/src/delivery/delivery-rules.ts": "anchored, of bounded pieces",
  "packages/contract/src/delivery/cdn.ts": "anchored, of bounded pieces",
  "packages/contract/src/delivery/export-link.ts": "anchored, of bounded pieces",
  "packages/domain/src/videos/export-links.ts": "anchored, of bounded pieces, length checked before",
  "packages/domain/src/captions/cue-text.ts": "looks ahead at most eight characters",
  "packages/domain/src/videos/chapters-file.ts":
    "anchored, of bounded pieces between blanks that nothing else takes",
};
