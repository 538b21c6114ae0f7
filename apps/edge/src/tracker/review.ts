import { closeWithReason, isSameRules, type Member, send } from "./member.ts";
import type { Room } from "./room.ts";
import type { Tracker } from "./tracker.types.ts";
import { type TrackerState, viewerOf } from "./tracker-state.ts";

/** How long a viewer has to request a new session, which takes a player up to 5 s. Others lack the right, or ignore it. */
const OUTDATED_GRACE_MS = 15_000;

type RuleEvaluator = Parameters<Tracker["review"]>[0];

/** Checks all viewers, and notifies each viewer of changes that affect them. */
export function review(state: TrackerState, judge: RuleEvaluator): void {
  for (const room of state.rooms.values())
    for (const member of Array.from(room.members())) reviewMember(state, { room, member }, judge);
}

function reviewMember(
  state: TrackerState,
  { room, member }: { room: Room; member: Member },
  judge: RuleEvaluator,
): void {
  const judgement = judge(member.claims);
  if (!judgement) return;
  if (!isSameRules(judgement.rules, member.rules)) room.setRules(member, judgement.rules);
  if (!judgement.isOutdated) {
    member.outdatedSinceMs = undefined;
    return;
  }
  const nowMs = state.now();
  if (member.outdatedSinceMs === undefined) {
    member.outdatedSinceMs = nowMs;
    send(member, { type: "session" });
  } else if (nowMs - member.outdatedSinceMs > OUTDATED_GRACE_MS) {
    state.sentAway.record(viewerOf(member.claims), nowMs);
    closeWithReason(member.socket, "ticketExpired");
    // Even if the viewer ignores the close, they get no new peers.
    room.remove(member);
    state.settle(room);
  }
}
