import { CAPTIONS_TIMESCALE } from "../mp4/write-captions.ts";
import {
  CAPTIONS_FILE,
  CAPTIONS_INIT_FILE,
  captionsFolder,
  type ListedCaptions,
  periodCaptionsFile,
} from "./captions.ts";
import { type DashPeriod, escapeAttribute, openTag } from "./dash-xml.ts";

const DASH_ROLES = { subtitles: "subtitle", sdh: "caption", forced: "forced-subtitle" } as const;

/**
 * Writes the AdaptationSet of a captions track. It refers to the file itself, or to a segment of it if the manifest has several
 * periods. Players disagree on whether the times of unsegmented text are relative to their period.
 */
export function dashCaptions(captions: ListedCaptions, period?: DashPeriod): string[] {
  const { id, language, label, kind, isDefault } = captions;
  const role = (value: string) => `   <Role schemeIdUri="urn:mpeg:dash:role:2011" value="${value}"></Role>`;
  const format = period ? { mimeType: "application/mp4", codecs: "wvtt" } : { mimeType: "text/vtt" };
  return [
    `  ${openTag("AdaptationSet", { contentType: "text", ...format, lang: language })}`,
    `   <Label>${escapeAttribute(label)}</Label>`,
    role(DASH_ROLES[kind]),
    ...(isDefault ? [role("main")] : []),
    `   ${openTag("Representation", { id: `captions-${id}`, bandwidth: "1000" })}`,
    ...(period
      ? captionsSegment(captionsFolder(captions), period)
      : [`    <BaseURL>${captionsFolder(captions)}/${CAPTIONS_FILE}</BaseURL>`]),
    "   </Representation>",
    "  </AdaptationSet>",
  ];
}

/**
 * Returns the start and end of a period on the captions' timeline, and the media time at which their segment starts. It is the
 * video's media time, since Shaka 5.2 shifts captions by the offset of the last appended video.
 */
export function captionsRange({ startSec, endSec, mediaTimeSec }: DashPeriod) {
  const toMs = (sec: number) => Math.round(sec * CAPTIONS_TIMESCALE);
  const fromMs = toMs(startSec);
  return { fromMs, toMs: Math.max(fromMs + 1, toMs(endSec)), mediaTimeMs: Math.max(0, toMs(mediaTimeSec)) };
}

function captionsSegment(folder: string, period: DashPeriod): string[] {
  const { fromMs, toMs, mediaTimeMs } = captionsRange(period);
  return [
    `    ${openTag("SegmentTemplate", {
      timescale: `${CAPTIONS_TIMESCALE}`,
      presentationTimeOffset: mediaTimeMs === 0 ? undefined : `${mediaTimeMs}`,
      startNumber: `${period.order}`,
      initialization: `${folder}/${CAPTIONS_INIT_FILE}`,
      media: `${folder}/${periodCaptionsFile("$Number$")}`,
    })}`,
    `     <SegmentTimeline><S t="${mediaTimeMs}" d="${toMs - fromMs}"/></SegmentTimeline>`,
    "    </SegmentTemplate>",
  ];
}
