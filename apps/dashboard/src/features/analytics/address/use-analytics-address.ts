import { useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { LinkTarget } from "../../../components/analytics/link-target.ts";
import {
  type AnalyticsChange,
  type AnalyticsState,
  changed,
  readAddress,
  writeAddress,
} from "./analytics-address.ts";

export interface AnalyticsAddress {
  state: AnalyticsState;
  /** Of the path; "" when it is not one video that is looked at. */
  video: string;
  /** Where a change leads. */
  linkTo: (change: AnalyticsChange) => LinkTarget;
  /** The same for another subject: its video by uuid, or its config or collection in the change. */
  linkToSubject: (video: string, change: AnalyticsChange) => LinkTarget;
  go: (target: LinkTarget, kept?: { zoomedFrom: string }) => void;
}

const BASE = "/analytics";

/** What the page shows stands in its address: links can be shared, and Back returns to what was seen before. */
export function useAnalyticsAddress(): AnalyticsAddress {
  const { videoID: video = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = readAddress(params, video);
    const linkToSubject = (of: string, change: AnalyticsChange): LinkTarget => ({
      pathname: of ? `${BASE}/${encodeURIComponent(of)}` : BASE,
      search: `?${writeAddress(changed(state, of ? { ...change, videos: [] } : change), of)}`,
    });
    return {
      state,
      video,
      linkToSubject,
      linkTo: (change) => linkToSubject(video, change),
      go: (target, kept) => void navigate(target, { state: kept }),
    };
  }, [params, video, navigate]);
}
