import {
  type Fragment,
  fullBox,
  readFragment,
  readSampleDefaults,
  readTimescale,
  u16,
  u32,
  writeFragment,
} from "@shoal/media/mp4";
import type { TestMedia, TestTrack } from "@shoal/testkit/test-media";
import { CLEAR_KEY, sealFragment, sealInit } from "./clear-key.ts";

/**
 * The form of the files. Either each track is one file with byte ranges as segments, or each segment is a file and `CLEAR_KEY`
 * encrypts the video.
 */
export type DashKind = "ranges" | "clear-key";

/**
 * Makes a DASH folder with the smallest rendition and the audio of a file.
 * @returns the files by path, with the manifest at `{folder}/manifest.mpd`.
 */
export function makeDashFolder(media: TestMedia, kind: DashKind, folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const tracks = media.tracks.filter(({ id }) => id === "v0" || id === "a0");
  const sets = tracks.map((track) => {
    const packed = kind === "ranges" ? packRanges(track) : packSegments(track);
    for (const [name, bytes] of packed.files) files.set(`${folder}/${name}`, bytes);
    return packed.adaptationSet;
  });
  const manifest = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013" type="static" minBufferTime="PT4S"
  profiles="urn:mpeg:dash:profile:full:2011" mediaPresentationDuration="PT${media.durationSec}S">
<Period>${sets.join("\n")}</Period></MPD>`;
  return files.set(`${folder}/manifest.mpd`, Buffer.from(manifest));
}

interface PackedTrack {
  files: Map<string, Uint8Array>;
  adaptationSet: string;
}

const fragmentsOf = ({ init, segments }: TestTrack): Fragment[] =>
  segments.map(({ bytes }) => readFragment(bytes, readSampleDefaults(Buffer.from(init))));

const ticksOf = ({ samples }: Fragment): number =>
  samples.reduce((sum, { durationTicks }) => sum + durationTicks, 0);

function packRanges(track: TestTrack): PackedTrack {
  const fragments = fragmentsOf(track);
  const segments = fragments.map(({ baseTicks, samples }, n) => writeFragment(n, baseTicks, samples));
  const timescale = readTimescale(track.init);
  const start = (fragments[0]?.baseTicks ?? 0) + (fragments[0]?.samples[0]?.ctsTicks ?? 0);
  const entries = fragments.map((fragment, n) =>
    u32(segments[n]?.length ?? 0, ticksOf(fragment), 0x90000000),
  );
  const index = fullBox("sidx", 0, 0, u32(1, timescale, start, 0), u16(0, entries.length), ...entries);
  const { length } = track.init;
  const base = `<BaseURL>${track.id}.mp4</BaseURL>
<SegmentBase indexRange="${length}-${length + index.length - 1}"><Initialization range="0-${length - 1}"/></SegmentBase>`;
  return {
    files: new Map([[`${track.id}.mp4`, Buffer.concat([track.init, index, ...segments])]]),
    adaptationSet: describeTrack(track, base),
  };
}

function packSegments(track: TestTrack): PackedTrack {
  const fragments = fragmentsOf(track);
  const isSealed = track.kind === "video";
  const files = new Map<string, Uint8Array>();
  files.set(`${track.id}/init.mp4`, isSealed ? sealInit(track.init) : track.init);
  for (const [n, fragment] of fragments.entries()) {
    const { baseTicks, samples } = fragment;
    files.set(
      `${track.id}/${n + 1}.m4s`,
      isSealed ? sealFragment(n, fragment) : writeFragment(n, baseTicks, samples),
    );
  }
  const times = fragments.map((fragment) => `<S t="${fragment.baseTicks}" d="${ticksOf(fragment)}"/>`);
  const template = `<SegmentTemplate timescale="${readTimescale(track.init)}" startNumber="1"
  initialization="${track.id}/init.mp4" media="${track.id}/$Number$.m4s">
<SegmentTimeline>${times.join("")}</SegmentTimeline></SegmentTemplate>`;
  return { files, adaptationSet: describeTrack(track, template, isSealed ? PROTECTION_XML : "") };
}

function describeTrack(
  { id, kind, kbps, codecs, width, height }: TestTrack,
  segments: string,
  protection = "",
): string {
  const size = kind === "video" ? ` width="${width}" height="${height}"` : "";
  return `<AdaptationSet mimeType="${kind}/mp4" contentType="${kind}" segmentAlignment="true" startWithSAP="1">${protection}
<Representation id="${id}" bandwidth="${kbps * 1_000}" codecs="${codecs}"${size}>${segments}</Representation></AdaptationSet>`;
}

const KEY_ID = CLEAR_KEY.kid.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
/** Declares the encryption, its key, and the key system ClearKey (DASH-IF registry). */
const PROTECTION_XML = `
<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="${KEY_ID}"/>
<ContentProtection schemeIdUri="urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e" value="ClearKey1.0"/>`;
