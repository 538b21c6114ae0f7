import type { VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { subjectRulesQuery } from "../../../components/delivery-rules/rules-query.ts";
import { scheduledDateOf } from "../../../lib/local-moment.ts";
import { useMe } from "../../../lib/user.ts";
import { effectiveRulesOf, type PrivacyCondition, type PrivacyState, privacyOf } from "./privacy.ts";

/** Returns the rules of a video with their inherited values, and the resulting access. */
export function usePrivacy(video: VideoView) {
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const subject = { kind: "video", uuid: video.uuid, name: video.title } as const;
  const rules = useQuery({ ...subjectRulesQuery(subject, clientUuid), enabled: clientUuid !== "" });
  const nowMs = Date.now();
  const privacy = rules.data && privacyOf(video, effectiveRulesOf(rules.data, nowMs), nowMs);
  return { subject, rules, privacy };
}

/** Returns a function that describes the access to a video in one line. */
export function usePrivacyText(): (privacy: PrivacyState) => string {
  const { t } = useTranslation();
  const conditionText = (condition: PrivacyCondition): string => {
    switch (condition.kind) {
      case "sites":
        return t("videoPage.privacy.conditions.sites", { count: condition.hosts.length });
      case "addresses":
      case "countries":
      case "blockedCountries":
        return t(`videoPage.privacy.conditions.${condition.kind}`, { count: condition.count });
      case "from":
      case "until":
        return t(`videoPage.privacy.conditions.${condition.kind}`, { date: scheduledDateOf(condition.date) });
      default:
        return t(`videoPage.privacy.conditions.${condition.kind}`);
    }
  };
  return ({ preset, hosts, conditions }) => {
    const [host = ""] = hosts;
    const audience =
      preset === "sites"
        ? t("videoPage.privacy.onSites", { count: hosts.length, host })
        : t(`videoPage.privacy.lines.${preset}`);
    return [audience, ...conditions.map(conditionText)].join(", ");
  };
}
