import { expect, test } from "vitest";
import { safeLink } from "./safe-link.ts";

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//example.org",
  "/api/users",
  "#/videos",
  "http://",
  "https://bank.example@other.example/",
  "blob:https://example.org/1",
])("%j is not a safe link", (href) => {
  expect(safeLink(href, "https://shoal.example")).toBeUndefined();
});

test.each([
  ["https://example.org/a?b=c#d", false],
  ["HTTP://example.org/", false],
  ["mailto:anna@example.org", false],
  ["https://shoal.example/#/videos", true],
  ["https://shoal.example.org/", false],
])("%j is a safe link", (href, isOwn) => {
  expect(safeLink(href, "https://shoal.example")?.isOwn).toBe(isOwn);
});
