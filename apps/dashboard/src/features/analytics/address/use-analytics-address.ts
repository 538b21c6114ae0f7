import { useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { LinkTarget } from "../../../components/analytics/link-target.ts";
import {
  type AnalyticsChange,
  type AnalyticsState,
  applyChange,
  readAddress,
  writeAddress,
} from "./analytics-address.ts";

export interface AnalyticsAddress {
  state: AnalyticsState;
  /** Uuid of the video in the path; "" for several or none. */
  video: string;
  /** Returns the link to the state after a change. */
  linkTo: (change: AnalyticsChange) => LinkTarget;
  /** Returns the link to another subject: a video by uuid, or a config or collection as a change. */
  linkToSubject: (video: string, change: AnalyticsChange) => LinkTarget;
  go: (target: LinkTarget, kept?: { zoomedFrom: string }) => void;
}

const BASE = "/analytics";

/** Keeps the state of the page in its URL: links can be shared, and Back returns to the previous state. */
export function useAnalyticsAddress(): AnalyticsAddress {
  const { videoID: video = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = readAddress(params, video);
    const linkToSubject = (of: string, change: AnalyticsChange): LinkTarget => ({
      pathname: of ? `${BASE}/${encodeURIComponent(of)}` : BASE,
      search: `?${writeAddress(applyChange(state, of ? { ...change, videos: [] } : change), of)}`,
    });
    return {
      state,
      video,
      linkToSubject,
      linkTo: (change) => linkToSubject(video, change),
      go: (target, kept) => void navigate(target, { state: kept, preventScrollReset: true }),
    };
  }, [params, video, navigate]);
}
