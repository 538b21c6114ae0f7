import { Skeleton } from "@mantine/core";
import { routes } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/session.ts";
import { PLAYER_ALLOWANCES } from "../../../lib/sharing.ts";
import { ErrorState } from "../../ui/states.tsx";

/** Half of the life of a pass, so that several tries fit before it ends. */
const RENEWED_MS = 300_000;
/** One that nobody looks at any more is never shown again near its end. */
const KEPT_MS = 60_000;

/** The pass with which the video is seen as a preview, always a fresh one while the page is open. */
export const ownerPassQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["owner-pass", uuid],
    queryFn: ({ signal }) => call(routes.getOwnerPass, { params: { id: uuid } }, { signal }),
    staleTime: RENEWED_MS,
    gcTime: KEPT_MS,
    // A player in a tab that is not looked at plays on.
    refetchInterval: RENEWED_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });

/**
 * The player's address with a pass. It stands behind the `#`, which reaches no server and no log.
 * @param language of the page around.
 */
function previewAddress(address: string, pass: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set("lang", language);
  url.hash = new URLSearchParams({ "owner-pass": pass }).toString();
  return url.href;
}

interface PreviewFrameProps {
  /** A video, or a scene list. */
  video: { uuid: string; title: string };
  /** The player's frame, with the calls of the preview. */
  address: string;
  className?: string | undefined;
  style?: CSSProperties;
  /** The player's page has come. */
  onLoad?: (frame: HTMLIFrameElement) => void;
}

/**
 * The player as someone of the client sees it: it plays whatever viewers may, says what they would meet, and counts nowhere.
 * Every player of the dashboard stands in one of these.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useTranslation();
  const { video, address, className, style } = props;
  const { data, error, refetch } = useQuery(ownerPassQuery(video.uuid));
  // Another video or other options begin again; another pass does not.
  if (data) return <Frame key={address} {...props} pass={data.pass} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <Skeleton className={className} style={style} role="status" aria-label={t("app.loading")} />;
}

function Frame({ video, address, className, style, onLoad, pass }: PreviewFrameProps & { pass: string }) {
  const { i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const wanted = previewAddress(address, pass, i18n.language);
  const [first] = useState(wanted);
  const [given, setGiven] = useState(first);
  useEffect(() => {
    if (wanted === given) return;
    // Only the fragment changes: playback continues, and the player uses the pass at its next renewal.
    frame.current?.contentWindow?.location.replace(wanted);
    setGiven(wanted);
  }, [wanted, given]);
  return (
    <iframe
      ref={frame}
      src={first}
      title={video.title}
      allow={PLAYER_ALLOWANCES}
      className={className}
      style={style}
      onLoad={(event) => onLoad?.(event.currentTarget)}
    />
  );
}
