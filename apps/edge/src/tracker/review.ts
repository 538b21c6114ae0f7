import { closeWithReason, isSameRules, type Member, sendReply } from "./member.ts";
import type { Room } from "./room.ts";
import type { Tracker } from "./tracker.types.ts";
import { type TrackerState, viewerKeyOf } from "./tracker-state.ts";

/**
 * How long a viewer has to request a new session; a player takes up to 5 s. Viewers who take longer have lost their access, or
 * ignore the message.
 */
const OUTDATED_GRACE_MS = 15_000;

type RuleEvaluator = Parameters<Tracker["review"]>[0];

/** Evaluates the rules for all viewers, and notifies each viewer of changes that affect them. */
export function reviewViewers(state: TrackerState, evaluate: RuleEvaluator): void {
  for (const room of state.rooms.values())
    for (const member of Array.from(room.members())) reviewMember(state, { room, member }, evaluate);
}

function reviewMember(
  state: TrackerState,
  { room, member }: { room: Room; member: Member },
  evaluate: RuleEvaluator,
): void {
  const evaluated = evaluate(member.claims);
  if (!evaluated) return;
  if (!isSameRules(evaluated.rules, member.rules)) room.setRules(member, evaluated.rules);
  if (!evaluated.isOutdated) {
    member.outdatedSinceMs = undefined;
    return;
  }
  const nowMs = state.now();
  if (member.outdatedSinceMs === undefined) {
    member.outdatedSinceMs = nowMs;
    sendReply(member, { type: "session" });
  } else if (nowMs - member.outdatedSinceMs > OUTDATED_GRACE_MS) {
    state.sentAway.record(viewerKeyOf(member.claims), nowMs);
    closeWithReason(member.socket, "ticketExpired");
    // A removed viewer gets no new peers, even if their client ignores the close.
    room.remove(member);
    state.settle(room);
  }
}
