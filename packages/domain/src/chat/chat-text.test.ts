import { expect, test } from "vitest";
import { tidyChatText } from "./chat-text.ts";

test.each([
  ["line breaks of every system", "one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"],
  ["a bidirectional override", "photo\u202egnp.exe", "photognp.exe"],
  ["excessive combining marks", `z${"\u0301".repeat(40)}o`, `z${"\u0301".repeat(6)}o`],
  ["the combining marks of its language", "Việt Nam, नमस्ते", "Việt Nam, नमस्ते"],
  ["emoji with several parts", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["bidirectional isolates", "\u2067שלום\u2069 to all", "\u2067שלום\u2069 to all"],
  ["invisible characters", "a\u0007b\u00adc\ufeffd\u2060e", "abcde"],
  ["markup, which stays text", "<script>1</script>", "<script>1</script>"],
  ["only white space", " \n\t ", ""],
])("a message with %s is stored in tidy form", (_what, text, kept) => {
  expect(tidyChatText(text)).toBe(kept);
});
