import { expect, test } from "vitest";
import { tidyChatText } from "./chat-text.ts";

test.each([
  ["line breaks of each system", "one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"],
  ["what turns a text around", "photo\u202egnp.exe", "photognp.exe"],
  ["letters under a pile of marks", `z${"\u0301".repeat(40)}o`, `z${"\u0301".repeat(6)}o`],
  ["letters with the marks of their language", "Việt Nam, नमस्ते", "Việt Nam, नमस्ते"],
  ["emoji of several parts", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["isolates", "\u2067שלום\u2069 to all", "\u2067שלום\u2069 to all"],
  ["what nobody sees", "a\u0007b\u00adc\ufeffd\u2060e", "abcde"],
  ["markup, which is text", "<script>1</script>", "<script>1</script>"],
  ["nothing but space", " \n\t ", ""],
])("keeps or tidies %s", (_what, text, kept) => {
  expect(tidyChatText(text)).toBe(kept);
});
