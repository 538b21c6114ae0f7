import { type RuleReachSubject, type RuleReachView, WATCHED_PATH, WatchedReport } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { type EdgeCalls, shareAnswers } from "../edges/index.ts";
import { countReach } from "./count-reach.ts";
import { readReachSubject } from "./reach-subject.ts";

/** Milliseconds for which a response is shared by all windows, which poll every 2 s. */
const RESPONSE_CACHE_MS = 1_000;

export interface RuleReachDeps {
  db: Database;
  edges: EdgeCalls;
}

/** Counts the viewers who have received the rules, based on the edges' reports. */
export function createRuleReachService({ db, edges }: RuleReachDeps) {
  const queryEdges = shareAnswers(
    (clientUuid) => edges.ask(`${WATCHED_PATH}?client=${clientUuid}`, WatchedReport),
    RESPONSE_CACHE_MS,
  );
  return {
    /** @throws AppError "video_not_found", "collection_not_found", "config_not_found" or "client_not_found". */
    async getRuleReach({ clientUuid }: Actor, subject: RuleReachSubject): Promise<RuleReachView> {
      const { answers, silent } = await queryEdges(clientUuid);
      const watched = answers.flatMap(({ answer }) => answer.watched);
      const reach = countReach(watched, await readReachSubject(db, { clientUuid, subject, watched }));
      return { ...reach, edges: edges.urls.length, silentEdges: silent.length };
    },
  };
}
export type RuleReachService = ReturnType<typeof createRuleReachService>;
