import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PLAYER_ALLOWANCES } from "../../../lib/sharing.ts";
import { ErrorState } from "../../ui/states.tsx";
import { ownerPassQuery, previewAddress } from "./owner-pass-query.ts";

interface PreviewFrameProps {
  /** A video, or a scene list. */
  video: { uuid: string; title: string };
  /** Of the player, with what the preview asks of it. */
  address: string;
  className?: string | undefined;
  style?: CSSProperties;
  /** The player's page has come. */
  onLoad?: (frame: HTMLIFrameElement) => void;
}

/**
 * The player as somebody of the client sees it: it plays whatever viewers may, says what they would meet, and counts
 * nowhere. Every player of the dashboard stands in one of these.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useTranslation();
  const { video, address, className, style } = props;
  const { data, error, refetch } = useQuery(ownerPassQuery(video.uuid));
  // Another video or other options begin anew; another pass does not.
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
    // Only what is behind the # changes: the player goes on, and takes the pass at its next renewal.
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
