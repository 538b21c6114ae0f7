import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { expect, test } from "vitest";
import { openSheet } from "./pdf-sheet.ts";

const SAMPLE_TEXTS = {
  chinese: "这个镜头太长了，请剪短两秒。",
  japanese: "この「場面」は長すぎます。直してください。",
  korean: "이 장면은 너무 깁니다. 漢字도 있습니다.",
  arabic: "هذا المشهد طويل",
  hebrew: "הסצנה הזאת ארוכה",
  thai: "ฉากนี้ยาว",
  greek: "Η σκηνή",
  vietnamese: "Cảnh này dài quá",
  emoji: "😀 👍🏽 👨‍👩‍👧 🇫🇷 ❤️ 1️⃣",
  latin: "Much too long: cut 2 s",
};

/** Returns the text of the glyphs in page order, and the codes of drawn glyphs. */
async function readDrawnText(bytes: Buffer) {
  const { OPS } = await getResolvedPDFJS();
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  let text = "";
  const codes: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [place, operation] of fnArray.entries()) {
      if (operation !== OPS.showText) continue;
      for (const glyph of argsArray[place][0] as (number | { originalCharCode: number; unicode: string })[])
        if (typeof glyph === "object") {
          codes.push(glyph.originalCharCode);
          text += glyph.unicode;
        }
    }
  }
  return { text, codes, pages: pdf.numPages };
}

const reverseText = (text: string) => [...text].reverse().join("");
const visibleText = (text: string) => text.replace(/[\ufe0f\s]/gu, "").normalize("NFC");

test("characters of every script are drawn and can be read back unchanged", async () => {
  const sheet = openSheet({ title: "Comments", language: "en" });
  for (const text of Object.values(SAMPLE_TEXTS)) {
    sheet.text(text);
    sheet.strong(text);
  }
  sheet.table({ head: ["名前", "数"], first: 0.5, rows: [{ cells: ["株式会社", "七"], isBold: true }] });
  sheet.columns({ head: "판매자", strong: "회사", lines: ["서울"] }, { head: "", strong: "公司", lines: [] });
  const { codes, text } = await readDrawnText(await sheet.close((page) => `頁 ${page}`));
  const found = visibleText(text);
  const { arabic, hebrew, emoji: _, ...others } = SAMPLE_TEXTS;
  for (const written of [...Object.values(others), "株式会社", "회사", "公司", "頁1"])
    expect(found).toContain(visibleText(written));
  for (const written of [arabic, hebrew]) expect(found).toContain(visibleText(reverseText(written)));
  expect(found).toContain("😀");
  expect(found).toContain("🇫🇷");
  expect(codes).not.toContain(0);
});

test("lines break according to the script, and long text continues on the next page", async () => {
  const sheet = openSheet({ title: "Comments", language: "en" });
  sheet.text("場面が長すぎます。".repeat(600));
  const { text, pages } = await readDrawnText(await sheet.close(() => ""));
  expect(pages).toBeGreaterThan(1);
  expect(text.replace(/\s/g, "")).toBe("場面が長すぎます。".repeat(600));
});

test("a character that no font contains is replaced by a placeholder", async () => {
  const sheet = openSheet({ title: "Comments", language: "en" });
  sheet.text("A \u{13000}\u{13001} B \u0007\u200b");
  const { text, codes } = await readDrawnText(await sheet.close(() => ""));
  expect(text).toBe("A \ufffd\ufffd B ");
  expect(codes).not.toContain(0);
});

test("text of mixed direction is drawn in visual order, with mirrored brackets", async () => {
  const sheet = openSheet({ title: "Comments", language: "en" });
  sheet.text("שלום (כאן) at 12:30");
  const { text } = await readDrawnText(await sheet.close(() => ""));
  expect(text).toBe(
    `at 12:30 ${reverseText("שלום (כאן)").replace(/[()]/g, (sign) => (sign === "(" ? ")" : "("))}`,
  );
});

/** In the base fonts, one glyph draws both spaces, one both omegas, and one both micro signs. */
const LOOK_ALIKES = [
  ["a\u00a0b \u2126 \u00b5", "a b \u03a9 \u03bc"],
  ["a b \u03a9 \u03bc", "a\u00a0b \u2126 \u00b5"],
] as const;

test.each(LOOK_ALIKES)(
  "a document's glyphs keep their own code points, whatever another document drew: %j, then %j",
  async (...texts) => {
    const read = async (text: string) => {
      const sheet = openSheet({ title: "Comments", language: "en" });
      for (const character of text.replaceAll(" ", "")) sheet.text(character);
      return (await readDrawnText(await sheet.close(() => ""))).text;
    };
    for (const text of texts) expect(await read(text)).toBe(text.replaceAll(" ", ""));
  },
);
