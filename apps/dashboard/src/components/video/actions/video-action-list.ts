import type { VideoView } from "@shoal/contract";
import { canRestart, canStop, isRestartDisabled } from "@shoal/domain";
import {
  IconBolt,
  IconCalendarX,
  IconChartBar,
  IconCode,
  IconDeviceTvOld,
  IconLink,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";

/** The rights of the signed-in user concerning videos (§6). */
export interface VideoRights {
  mayModify: boolean;
  mayReadAnalytics: boolean;
}

interface VideoActionDeclaration {
  Icon: typeof IconTrash;
  /** The right that the action requires; by default, everyone who sees the video may use it. */
  right?: keyof VideoRights;
  /** Whether the action has an effect in the video's current state (§4); if omitted, the action is always offered. */
  isOffered?: (video: VideoView) => boolean;
  /** The group of the action. Actions of one group are adjacent in a menu. */
  group: "share" | "change";
  isDangerous?: true;
}

const isNotDeleted = ({ isDeleted }: VideoView) => !isDeleted;

/** All video actions, in menu order: on cards, on the video's page, and in the bar of selected videos. */
export const VIDEO_ACTIONS = {
  copyIframe: { Icon: IconCode, group: "share" },
  copyLink: { Icon: IconLink, group: "share" },
  analytics: { Icon: IconChartBar, group: "share", right: "mayReadAnalytics" },
  preview: {
    Icon: IconDeviceTvOld,
    group: "change",
    right: "mayModify",
    isOffered: (video) => video.type === "live" && isNotDeleted(video),
  },
  stop: {
    Icon: IconPlayerStop,
    group: "change",
    right: "mayModify",
    isOffered: (video) => canStop(video) && isNotDeleted(video),
  },
  pace: {
    Icon: IconBolt,
    group: "change",
    right: "mayModify",
    isOffered: (video) => video.type === "vod" && canStop(video) && isNotDeleted(video),
  },
  restart: {
    Icon: IconRefresh,
    group: "change",
    right: "mayModify",
    isOffered: (video) => canRestart(video) || isRestartDisabled(video),
  },
  plan: { Icon: IconCalendarX, group: "change", right: "mayModify", isOffered: isNotDeleted },
  delete: { Icon: IconTrash, group: "change", right: "mayModify", isDangerous: true },
} as const satisfies Record<string, VideoActionDeclaration>;

export type VideoActionName = keyof typeof VIDEO_ACTIONS;

/**
 * Lists the actions that a user is offered for a video in its current state, in menu order.
 * @example offeredActions(video, { mayModify: false, mayReadAnalytics: false }) // ["copyIframe", "copyLink"]
 */
export function offeredActions(video: VideoView, rights: VideoRights): VideoActionName[] {
  const entries = Object.entries(VIDEO_ACTIONS) as [VideoActionName, VideoActionDeclaration][];
  return entries
    .filter(([, { right, isOffered }]) => (!right || rights[right]) && (isOffered?.(video) ?? true))
    .map(([name]) => name);
}
