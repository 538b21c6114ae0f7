import { type PublishedSegment, type SwarmEngine, segmentIdOfUrl } from "@shoal/p2p";
import type Hls from "hls.js";
import type { AudioTrackUpdatedData, Events, LevelDetails, LevelUpdatedData } from "hls.js";
import { joinInside } from "./live-config.ts";

const LEVEL_UPDATED = "hlsLevelUpdated" as Events.LEVEL_UPDATED;
const AUDIO_TRACK_UPDATED = "hlsAudioTrackUpdated" as Events.AUDIO_TRACK_UPDATED;
/** The tolerance between the end of a buffer and the rounded sums of playlists. The end of a buffer lies between two frames. */
const POSITION_TOLERANCE_SEC = 0.1;

export interface LiveFollower {
  /**
   * Returns the position at which a live will be joined, until playback has reached it. Deadlines count from this position, and not
   * from 0.
   */
  joinsAtSec(): number | undefined;
  /** Called when `joinsAtSec` becomes known, before the first segment is requested. */
  onJoined(listener: () => void): void;
  close(): void;
}

/**
 * Reports the published segments of a live to the swarm, so they spread before players request them. A player at the live edge
 * requests each part when it is published, so no segment is ahead of it. Viewers behind it can get the segments that its parts make
 * up.
 */
export function followLive(hls: Hls, video: HTMLVideoElement, engine: () => SwarmEngine): LiveFollower {
  const listed: Record<"main" | "audio", readonly PublishedSegment[]> = { main: [], audio: [] };
  let joinSec: number | undefined;
  let hasBegun = false;
  let notifyJoined: (() => void) | undefined;
  const publish = (kind: "main" | "audio", details: LevelDetails) => {
    if (!details.live) return;
    if (video.buffered.length === 0) {
      engine();
      notifyJoined?.();
    }
    if (hls.config.lowLatencyMode) {
      composeParts(details, engine());
      return;
    }
    listed[kind] = publishedSegmentsOf(details);
    const bufferEndSec = hls.mainForwardBufferInfo?.end ?? hls.liveSyncPosition ?? video.currentTime;
    const ahead = [...listed.main, ...listed.audio]
      .filter(({ startSec }) => startSec >= bufferEndSec - POSITION_TOLERANCE_SEC)
      .sort((a, b) => a.startSec - b.startSec);
    engine().publish(ahead);
  };
  const handleLevel = (_event: Events.LEVEL_UPDATED, { level, details }: LevelUpdatedData) => {
    if (level === hls.loadLevel) publish("main", details);
  };
  const handleAudio = (_event: Events.AUDIO_TRACK_UPDATED, { id, details }: AudioTrackUpdatedData) => {
    if (id === hls.audioTrack) publish("audio", details);
  };
  hls.on(LEVEL_UPDATED, handleLevel);
  hls.on(AUDIO_TRACK_UPDATED, handleAudio);
  return {
    joinsAtSec() {
      const { latestLevelDetails: details, liveSyncPosition: edgeSec } = hls;
      if (!details?.live || edgeSec === null) return undefined;
      const { buffered, currentTime } = video;
      // Until the player seeks to the first segment, which has just arrived, the position is 0.
      if (buffered.length > 0) hasBegun ||= currentTime >= buffered.start(0) - POSITION_TOLERANCE_SEC;
      if (buffered.length > 0 && hasBegun) return undefined;
      // While the first segment is loading, the live edge moves, but the player's position does not.
      if (joinSec === undefined || hasBegun)
        joinSec = hls.config.lowLatencyMode ? edgeSec : joinPositionIn(details, edgeSec);
      return joinSec;
    },
    onJoined(listener) {
      notifyJoined = listener;
    },
    close() {
      hls.off(LEVEL_UPDATED, handleLevel);
      hls.off(AUDIO_TRACK_UPDATED, handleAudio);
    },
  };
}

function publishedSegmentsOf({ fragments }: LevelDetails): PublishedSegment[] {
  return fragments.flatMap(({ url, start }) => {
    const segment = segmentIdOfUrl(url);
    return segment === undefined ? [] : [{ segment, startSec: start }];
  });
}

function joinPositionIn({ fragments }: LevelDetails, atSec: number): number {
  const joined = fragments.find(({ start, duration }) => atSec < start + duration);
  if (!joined) return atSec;
  return joinInside({ startSec: joined.start, endSec: joined.start + joined.duration }, atSec);
}

/** Reports which parts make up the complete segments of a playlist. */
function composeParts({ fragments, partList }: LevelDetails, engine: SwarmEngine): void {
  for (const { sn, url } of fragments) {
    const segment = segmentIdOfUrl(url);
    const parts = (partList ?? []).filter(({ fragment }) => fragment.sn === sn);
    if (segment !== undefined)
      engine.compose(
        segment,
        parts.flatMap((part) => segmentIdOfUrl(part.url) ?? []),
      );
  }
}
