import { useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { LinkTarget } from "../../../components/analytics/link-target.ts";
import {
  type AnalyticsChange,
  type AnalyticsState,
  applyChange,
  parseAddress,
  toSearchParams,
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

const ANALYTICS_PATH = "/analytics";

/** Keeps the state of the page in its URL: links can be shared, and Back returns to the previous state. */
export function useAnalyticsAddress(): AnalyticsAddress {
  const { videoID: video = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = parseAddress(params, video);
    const linkToSubject = (of: string, change: AnalyticsChange): LinkTarget => ({
      pathname: of ? `${ANALYTICS_PATH}/${encodeURIComponent(of)}` : ANALYTICS_PATH,
      search: `?${toSearchParams(applyChange(state, of ? { ...change, videos: [] } : change), of)}`,
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
