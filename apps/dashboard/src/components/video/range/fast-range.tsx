import { useDebouncedValue } from "@mantine/hooks";
import { routes, type VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { timeText } from "../../../lib/clock-text.ts";
import { call } from "../../../lib/session.ts";
import { type CutTexts, findCutFaults, rangeOf } from "./cut-range.ts";

/** The delay before a request, in ms, so that no requests are sent while the user types or drags an end of the range. */
const DEBOUNCE_MS = 300;

interface FastRangeProps {
  video: Pick<VideoView, "uuid" | "duration">;
  texts: CutTexts;
}

/** Shows the range of a fast cut: from key frame to key frame, as the server would cut it. */
export function FastRange({ video, texts }: FastRangeProps) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(texts, DEBOUNCE_MS);
  const { start = 0, end = 0 } = rangeOf(settled);
  const isReadable = Object.keys(findCutFaults(settled, video.duration ?? 0)).length === 0;
  const { data } = useQuery({
    queryKey: ["cut-range", video.uuid, start, end],
    queryFn: ({ signal }) =>
      call(routes.planCut, { params: { id: video.uuid }, query: { start, end } }, { signal }),
    enabled: isReadable,
    retry: false,
  });
  const fast = isReadable ? data?.fast : undefined;
  return (
    <span aria-live="polite">
      {fast
        ? t("videoPage.cuts.fastRange", {
            start: timeText(fast.start),
            end: timeText(fast.end),
            length: timeText(fast.end - fast.start),
          })
        : t("videoPage.cuts.fastHint")}
    </span>
  );
}
