import { expect, test } from "vitest";
import { checkChatFile } from "./chat-files.ts";

const createBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
function createPng(width: number, height: number): Uint8Array {
  const header = createBytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06\0\0\0");
  const view = new DataView(header.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return header;
}
const MP4_HEADER = createBytes("\0\0\0\x20ftypisom\0\0\0\0");
const WEBM_HEADER = createBytes(
  "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm",
);

test.each([
  ["a picture", createPng(640, 360), "photo.png", "image/png"],
  ["a video", MP4_HEADER, "Cut 2.MP4", "video/mp4"],
  ["audio in MP4", createBytes("\0\0\0\x20ftypM4A \0\0\0\0"), "voice.m4a", "audio/mp4"],
  ["WebM", WEBM_HEADER, "screen.webm", "video/webm"],
  ["MP3 with tags", createBytes("ID3\x04\0"), "song.mp3", "audio/mpeg"],
  ["MP3 without tags", createBytes("\xff\xfb\x90\x64"), "song.mp3", "audio/mpeg"],
  ["Ogg", createBytes("OggS\0\x02"), "note.ogg", "audio/ogg"],
  ["PDF", createBytes("%PDF-1.7\n"), "bill.pdf", "application/pdf"],
  ["a file without an extension", createBytes("%PDF-1.7\n"), "bill", "application/pdf"],
])("chat accepts %s", (_what, file, name, mediaType) => {
  expect(checkChatFile(file, { name, type: mediaType })).toMatchObject({ mediaType });
  expect(checkChatFile(file, { name })).toMatchObject({ mediaType });
});

test.each([
  ["WebM", WEBM_HEADER, "voice.webm", "audio/webm;codecs=opus", "audio/webm"],
  ["MP4, as Safari records it", MP4_HEADER, "voice.m4a", "audio/mp4", "audio/mp4"],
])("chat accepts an audio message in %s as audio", (_what, file, name, type, mediaType) => {
  expect(checkChatFile(file, { name, type, isAudioMessage: true })).toMatchObject({ mediaType });
});

test.each([
  ["an SVG drawing", createBytes('<?xml version="1.0"?><svg xmlns="x">'), "logo.svg", "kind", /SVG/],
  ["an archive", createBytes("PK\x03\x04\x14"), "all.zip", "kind", /ZIP/],
  ["an archive with the extension of a picture", createBytes("PK\x03\x04\x14"), "all.png", "kind", /ZIP/],
  ["a web page", createBytes("<!doctype html><script>"), "photo.png", "kind", /page/],
  ["a program", createBytes("MZ\x90\0"), "tool.pdf", "kind", /program/],
  [
    "a picture with the extension of a PDF",
    createPng(1, 1),
    "bill.pdf",
    "type",
    /image\/png, not application\/pdf/,
  ],
  ["a picture with the extension of a page", createPng(1, 1), "photo.html", "type", /not \.html/],
  ["a picture of 50,000 × 50,000", createPng(50_000, 50_000), "huge.png", "pixels", /50000 × 50000/],
  ["an unknown type", createBytes("hello"), "a.txt", "kind", /unknown type/],
])("chat refuses %s with the reason", (_what, file, name, fault, detail) => {
  expect(checkChatFile(file, { name })).toEqual({ fault, detail: expect.stringMatching(detail) });
});

test("chat refuses a file whose content differs from its declared type", () => {
  expect(checkChatFile(createPng(1, 1), { name: "photo", type: "application/pdf" })).toMatchObject({
    fault: "type",
  });
  expect(checkChatFile(createPng(1, 1), { name: "photo.png", type: "image/jpeg" })).toMatchObject({
    fault: "type",
  });
});
