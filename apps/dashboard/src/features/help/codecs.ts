/** What players of the platform may meet, as the names people know. */
const FORMATS: readonly [name: string, type: string][] = [
  ["H.264", 'video/mp4; codecs="avc1.640028"'],
  ["H.264 4K", 'video/mp4; codecs="avc1.640033"'],
  ["HEVC", 'video/mp4; codecs="hvc1.1.6.L123.B0"'],
  ["HEVC 10 bit", 'video/mp4; codecs="hvc1.2.4.L123.B0"'],
  ["VP9", 'video/mp4; codecs="vp09.00.40.08"'],
  ["VP9 WebM", 'video/webm; codecs="vp9"'],
  ["AV1", 'video/mp4; codecs="av01.0.08M.08"'],
  ["AAC", 'audio/mp4; codecs="mp4a.40.2"'],
  ["HE-AAC", 'audio/mp4; codecs="mp4a.40.5"'],
  ["Opus", 'audio/mp4; codecs="opus"'],
  ["Opus WebM", 'audio/webm; codecs="opus"'],
  ["AC-3", 'audio/mp4; codecs="ac-3"'],
  ["E-AC-3", 'audio/mp4; codecs="ec-3"'],
  ["FLAC", 'audio/mp4; codecs="flac"'],
];
const HLS = "application/vnd.apple.mpegurl";

interface SourceClass {
  isTypeSupported(type: string): boolean;
}
type SourceName = "MediaSource" | "ManagedMediaSource";

/** Each format, and whether this browser plays it by Media Source Extensions; with HLS by itself at the end. */
export function listFormats(): [name: string, isPlayed: boolean][] {
  const source = findSource();
  const played = FORMATS.map(([name, type]): [string, boolean] => [
    name,
    source?.isTypeSupported(type) ?? false,
  ]);
  const hasHls = document.createElement("video").canPlayType(HLS) !== "";
  return [["Media Source Extensions", source !== undefined], ...played, ["HLS (native)", hasHls]];
}

/** Telephones of Apple have the managed one alone. */
function findSource(): SourceClass | undefined {
  const scope = window as unknown as Partial<Record<SourceName, SourceClass>>;
  return scope.MediaSource ?? scope.ManagedMediaSource;
}
