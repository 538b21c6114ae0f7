import { useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import {
  type AnalyticsChange,
  type AnalyticsState,
  changed,
  readAddress,
  writeAddress,
} from "./analytics-address.ts";

/** A place of the page, as links take it. */
export interface Target {
  pathname: string;
  search: string;
}

export interface AnalyticsAddress {
  state: AnalyticsState;
  /** Of the path; "" when it is not one video that is looked at. */
  video: string;
  /** Where a change leads. */
  linkTo: (change: AnalyticsChange) => Target;
  /** The same for another subject: its video by uuid, or its config or collection in the change. */
  linkToSubject: (video: string, change: AnalyticsChange) => Target;
  go: (target: Target, kept?: { zoomedFrom: string }) => void;
}

const BASE = "/analytics";

/** What the page shows stands in its address: links can be shared, and Back returns to what was seen before. */
export function useAnalyticsAddress(): AnalyticsAddress {
  const { videoID: video = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = readAddress(params, video);
    const linkToSubject = (of: string, change: AnalyticsChange): Target => ({
      pathname: of ? `${BASE}/${encodeURIComponent(of)}` : BASE,
      search: `?${writeAddress(changed(state, change), of)}`,
    });
    return {
      ...{ state, video, linkToSubject },
      linkTo: (change) => linkToSubject(video, change),
      go: (target, kept) => void navigate(target, { state: kept }),
    };
  }, [params, video, navigate]);
}
