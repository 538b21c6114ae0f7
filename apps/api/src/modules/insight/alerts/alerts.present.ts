import type { AlertDetail, AlertState, AlertView } from "@shoal/contract";
import type { LiveAlert } from "./alert-states.repository.ts";

/** An alert with the current data of its video. */
export interface ListedAlert extends LiveAlert {
  /** The current title of the video; null if it is deleted or has none. */
  title: string | null;
  /** Whether the subject is a hosted video that still exists. */
  has_page: boolean;
}

const stateOf = ({ phase, acknowledged_at }: LiveAlert): AlertState =>
  phase === "closed" ? "closed" : acknowledged_at ? "acknowledged" : "open";

export function presentAlert(row: ListedAlert): AlertView {
  const { uuid, kind, subject, opened_at, closed_at, ending, threshold, usual, worst, last } = row;
  const isVideo = subject !== "";
  return {
    uuid,
    kind,
    state: stateOf(row),
    subject: {
      type: isVideo ? "video" : "everything",
      video: isVideo ? subject : null,
      title: isVideo ? (row.title ?? row.subject_title ?? subject) : null,
      hasPage: row.has_page,
    },
    openedAt: (opened_at ?? row.since).toISOString(),
    closedAt: closed_at?.toISOString() ?? null,

    ending,
    threshold,
    last,

    baseline: usual,
    extreme: worst,
    acknowledgement: row.acknowledged_at
      ? { by: row.acknowledged_by ?? "", at: row.acknowledged_at.toISOString(), remark: row.note }
      : null,
  };
}

/** Returns the alert with the title at the time of the event, when the video existed. */
export const presentAtEvent = (row: LiveAlert): AlertView =>
  presentAlert({ ...row, title: row.subject_title, has_page: row.is_ours && row.ending !== "subject_gone" });

/** The details of an event besides its subject. */
export interface EventPayload {
  alert: AlertView;
  by: string | null;
  remark: string | null;
}

type HistoryEntry = AlertDetail["history"][number];

export const presentHistory = (
  events: readonly { type: HistoryEntry["type"]; at: Date; payload: unknown }[],
): HistoryEntry[] =>
  events.map(({ type, at, payload }) => {
    const { by, remark } = payload as EventPayload;
    return { type, at: at.toISOString(), by, remark };
  });
