import type { VideoView } from "@shoal/contract";
import { isRestartDisabled } from "@shoal/domain";
import { IconBoltOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { directLinkOf, embedCodeOf } from "../../../lib/sharing.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useCan, useMayModify } from "../../../lib/user.ts";
import { windows } from "../../ui/windows/windows.ts";
import { actionKeyOf, useVideoActions } from "../video-actions.tsx";
import { useEncodingPriority } from "./use-encoding-priority.ts";
import { offeredActions, VIDEO_ACTIONS, type VideoActionName } from "./video-action-list.ts";

/** An action that the current user is offered for a video. */
export interface VideoMenuEntry {
  name: VideoActionName;
  Icon: (typeof VIDEO_ACTIONS)[VideoActionName]["Icon"];
  word: string;
  group: "share" | "change";
  /** An explanation of the action, for labels that are not clear enough alone. */
  hint?: string;
  isDangerous: boolean;
  /** Whether the action is shown disabled. The hint then gives the reason below the label. */
  isDisabled: boolean;
  /** Where the entry links to; entries without a link run an action. */
  to?: string;
  run?: () => void;
}

interface VideoMenuOptions {
  onDeleted?: () => void;
  /** Opens the section of the video's page in which a deletion is scheduled. */
  onPlan: () => void;
}

/** Returns the actions on a video's card and page, and whether one of them is in progress. */
export function useVideoMenu(video: VideoView, { onPlan, ...options }: VideoMenuOptions) {
  const { t } = useTranslation();
  const copy = useCopy();
  const pace = useEncodingPriority(video);
  const actions = useVideoActions(video, options);
  const rights = { mayModify: useMayModify(), mayReadAnalytics: useCan("editor", "readAnalytics") };
  const { uuid, isAccelerated } = video;
  const isRestartOff = isRestartDisabled(video);
  type Own = Pick<VideoMenuEntry, "word" | "hint" | "to" | "run"> & { Icon?: VideoMenuEntry["Icon"] };
  const own: Record<VideoActionName, Own> = {
    copyIframe: {
      word: t("share.copyIframe"),
      run: () => copy(embedCodeOf(video), t("share.iframeCopied")),
    },
    copyLink: {
      word: t("share.copyLink"),
      run: () => copy(directLinkOf(video), t("share.linkCopied")),
    },
    analytics: { word: t("actions.analytics"), to: `/analytics/${uuid}` },
    preview: { word: t("actions.preview"), run: () => windows.open("newLive", uuid) },
    stop: { word: t(`actions.${actionKeyOf("stop", video)}`), run: actions.confirmStop },
    pace: isAccelerated
      ? { word: t("actions.decelerate"), Icon: IconBoltOff, run: pace.mutate }
      : { word: t("actions.accelerate"), hint: t("actions.accelerateHint"), run: pace.mutate },
    restart: {
      word: t(`actions.${actionKeyOf("restart", video)}`),
      run: actions.confirmRestart,
      ...(isRestartOff ? { hint: t("actions.restartNever") } : {}),
    },
    plan: { word: t("actions.plan"), run: onPlan },
    delete: { word: t(`actions.${actionKeyOf("delete", video)}`), run: actions.confirmDelete },
  };
  const entries = offeredActions(video, rights).map((name): VideoMenuEntry => {
    const { Icon, group } = VIDEO_ACTIONS[name];
    const isDisabled = name === "restart" && isRestartOff;
    return { name, Icon, group, isDangerous: name === "delete", isDisabled, ...own[name] };
  });
  return { entries, isRunning: actions.isRunning };
}
