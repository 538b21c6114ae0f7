import { Anchor, Text } from "@mantine/core";
import type { StatisticsSessionTimeline } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { figureText } from "../../../components/analytics/figure-text.ts";
import type { Range } from "../../../components/analytics/period/period.ts";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { type Fact, FactList } from "../../../components/ui/fact-list.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { offloadOf, viewerText } from "../sessions/session-text.ts";
import { useSessionTexts } from "../sessions/sessions-table.tsx";

/** The range for a viewer's sessions. It extends as far back as individual sessions are kept. */
const VIEWER_SESSIONS_RANGE: Range = "quarter";

interface SessionFactsProps {
  session: StatisticsSessionTimeline;
  timeZone: string;
}

/** Shows the viewer, video, place, device and quality of a session. */
export function SessionFacts({ session, timeZone }: SessionFactsProps) {
  const { t, i18n } = useTranslation();
  const texts = useSessionTexts();
  const network = useValueText("network");
  const text = (value: number | null, unit: Parameters<typeof figureText>[1]) =>
    figureText(value, unit, i18n.language);
  const facts: Fact[] = [
    [t("viewing.session.started"), exactDateOf(session.startedAt, timeZone)],
    [t("viewing.session.last"), exactDateOf(session.lastAt, timeZone)],
    [t("viewing.session.video"), <VideoLink key="video" session={session} />],
    [t("viewing.sessions.place"), texts.placeOf(session)],
    [
      t("viewing.session.network"),
      [network(session.network, null), session.networkPrefix].filter(Boolean).join(" · "),
    ],
    [
      t("viewing.sessions.with"),
      [texts.withOf(session), session.system, session.host].filter(Boolean).join(" · "),
    ],
    [
      t("viewing.sessions.sorts.watchedSec"),
      t("viewing.session.watchedText", {
        server: text(session.serverSec, "seconds"),
        peer: text(session.peerSec, "seconds"),
      }),
    ],
    [
      t("viewing.session.delivered"),
      t("viewing.session.deliveredText", {
        server: text(session.serverBytes, "bytes"),
        peer: text(session.peerBytes, "bytes"),
      }),
    ],
    [t("viewing.sessions.offload"), text(offloadOf(session), "percent")],
    [t("viewing.session.uploaded"), text(session.upBytes, "bytes")],
    [t("viewing.sessions.sorts.startupMs"), text(session.startupMs, "ms")],
    [t("viewing.sessions.sorts.rebufferingSec"), text(session.rebufferingSec, "seconds")],
    [t("viewing.sessions.sorts.errors"), text(session.errors, "count")],
    [t("viewing.session.viewer"), <ViewerLink key="viewer" session={session} />],
  ];
  return <FactList facts={facts} />;
}

const VideoLink = ({ session: { video, title } }: { session: StatisticsSessionTimeline }) => (
  <Anchor component={Link} to={`/analytics/${encodeURIComponent(video)}`} inherit underline="always">
    {title ?? video}
  </Anchor>
);

function ViewerLink({ session: { viewer } }: { session: StatisticsSessionTimeline }) {
  const { t } = useTranslation();
  if (viewer === null)
    return (
      <>
        {t("viewing.sessions.noViewer")}
        <Text size="xs" c="dimmed">
          {t("viewing.session.noViewerWhy")}
        </Text>
      </>
    );
  return (
    <>
      {viewerText(viewer)}{" "}
      <Anchor
        component={Link}
        to={`/analytics?tab=sessions&range=${VIEWER_SESSIONS_RANGE}&viewer=${viewer}`}
        inherit
        underline="always"
      >
        {t("viewing.session.viewerAll")}
      </Anchor>
    </>
  );
}
