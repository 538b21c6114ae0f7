import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readCaptionsName } from "./captions-name.ts";
import { readAnyCharset } from "./read-charset.ts";

/** A line of dialogue per language, with the special letters by which its charset can be recognised. */
const DIALOGUES: Record<string, string> = {
  fr: "Où étiez-vous hier soir ? C'était l'été, et la forêt brûlait déjà. Ça ne m'étonne pas, mon garçon.",
  pl: "Gdzie byliście wczoraj wieczorem? Było już późno, żółć i gęś. Śnieg padał całą noc, źle spałem.",
  cs: "Kde jste byli včera večer? Příliš žluťoučký kůň úpěl ďábelské ódy. Děkuji, řekl tiše.",
  ru: "Где вы были вчера вечером? Было уже поздно, и снег шёл всю ночь. Я не знаю, что сказать.",
  el: "Πού ήσασταν χθες το βράδυ; Ήταν ήδη αργά και χιόνιζε όλη τη νύχτα. Δεν ξέρω τι να πω.",
  tr: "Dün gece neredeydiniz? Çok geç olmuştu ve bütün gece kar yağıyordu. Ne diyeceğimi bilmiyorum, değil mi?",
  he: "איפה הייתם אתמול בערב? כבר היה מאוחר ושלג ירד כל הלילה. אני לא יודע מה לומר.",
  ar: "أين كنتم مساء أمس؟ كان الوقت متأخرا وكان الثلج يتساقط طوال الليل. لا أعرف ماذا أقول.",
  ja: "昨日の夜はどこにいましたか。もう遅くて、一晩中雪が降っていました。何と言えばいいのかわかりません。",
  zh: "昨天晚上你们在哪里？已经很晚了，雪下了一整夜。我不知道该说什么。",
  ko: "어제 저녁에 어디에 있었습니까? 이미 늦었고 밤새 눈이 내렸습니다. 무슨 말을 해야 할지 모르겠습니다.",
  th: "เมื่อคืนคุณอยู่ที่ไหน มันดึกแล้วและหิมะตกทั้งคืน ฉันไม่รู้จะพูดอะไร",
  lv: "Kur jūs bijāt vakar vakarā? Bija jau vēls, un visu nakti sniga. Es nezinu, ko teikt, mīļā.",
};
const createFile = (language: string) =>
  Array.from(
    { length: 20 },
    (_, n) => `${n + 1}\r\n00:00:0${n % 10},000 --> 00:01:00,000\r\n${DIALOGUES[language]}\r\n`,
  ).join("\r\n");

function encodeText(text: string, charset: string): Uint8Array {
  const { stdout, status, stderr } = spawnSync("iconv", ["-f", "UTF-8", "-t", charset], { input: text });
  if (status !== 0) throw new Error(String(stderr));
  return new Uint8Array(stdout);
}

describe("readAnyCharset", () => {
  it.each([
    ["fr", "UTF-8"],
    ["fr", "UTF-16"],
    ["fr", "UTF-16LE"],
    ["ru", "UTF-16BE"],
    ["zh", "UTF-16LE"],
    ["fr", "UTF-32"],
    ["fr", "WINDOWS-1252"],
    ["fr", "ISO-8859-1"],
    ["pl", "WINDOWS-1250"],
    ["cs", "ISO-8859-2"],
    ["ru", "WINDOWS-1251"],
    ["ru", "KOI8-R"],
    ["el", "ISO-8859-7"],
    ["tr", "ISO-8859-9"],
    ["he", "WINDOWS-1255"],
    ["ar", "WINDOWS-1256"],
    ["lv", "WINDOWS-1257"],
    ["ja", "SHIFT_JIS"],
    ["ja", "EUC-JP"],
    ["ja", "ISO-2022-JP"],
    ["zh", "GB18030"],
    ["zh", "BIG5"],
    ["ko", "EUC-KR"],
    ["th", "WINDOWS-874"],
  ])("reads %s in %s", (language, charset) => {
    const text =
      charset === "BIG5"
        ? createFile(language)
            .replace(/们/g, "們")
            .replace(/经/g, "經")
            .replace(/该/g, "該")
            .replace(/么/g, "麼")
            .replace(/里/g, "裡")
            .replace(/说/g, "說")
        : createFile(language);
    expect(readAnyCharset(encodeText(text, charset), language).text.replace(/^\ufeff/, "")).toBe(text);
  });

  it.each([
    ["ru", "WINDOWS-1251"],
    ["ja", "SHIFT_JIS"],
    ["zh", "GB18030"],
    ["ko", "EUC-KR"],
  ])("reads %s in %s although the declared language is English", (language, charset) => {
    expect(readAnyCharset(encodeText(createFile(language), charset), "en").text).toBe(createFile(language));
  });

  it("returns some text for any bytes", () => {
    const bytes = Uint8Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 256);
    expect(readAnyCharset(bytes).text.length).toBeGreaterThan(0);
    expect(readAnyCharset(new Uint8Array())).toEqual({ text: "", charset: "utf-8" });
  });
});

describe("readCaptionsName", () => {
  it.each([
    ["film.fr.srt", "fr", "subtitles"],
    ["film.fre.srt", "fr", "subtitles"],
    ["film.pt-BR.vtt", "pt-BR", "subtitles"],
    ["film.pt_br.vtt", "pt-BR", "subtitles"],
    ["film.en.sdh.srt", "en", "sdh"],
    ["Film [eng] forced.srt", "en", "forced"],
    ["zh-Hans.vtt", "zh-Hans", "subtitles"],
    ["Film_French.srt", "fr", "subtitles"],
    ["film - français.srt", "fr", "subtitles"],
    ["film.cc.vtt", undefined, "sdh"],
    ["film.2019.1080p.srt", undefined, "subtitles"],
  ])("derives language and kind from the name %s", (name, language, kind) => {
    expect(readCaptionsName(name, ["en", "fr", "de"])).toEqual({ language, kind });
  });
});
