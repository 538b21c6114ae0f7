import type { FetchPolicy } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { NewLives } from "../../media/uploads/index.ts";
import { addExternalStreams, findServerFaults } from "./external-streams.service.ts";
import { findSourceReason, sourceColumnsOf } from "./live-sources.service.ts";
import { addLives, assertMayKeep, findCopyFaults, findDelayFaults } from "./new-lives.ts";

/** The services with which the data of announced lives is checked and encrypted. */
export interface AnnouncedLivesDeps {
  streamKeys: SecretBox;
  externalKeys: SecretBox;
  sourceUrls: SecretBox;
  /** The allowed sources of lives. */
  fetchPolicy: FetchPolicy;
  /** The allowed restream targets. */
  relayPolicy: FetchPolicy;
}

/** Checks and stores the additional data of announced videos that are lives. */
export function createAnnouncedLives(deps: AnnouncedLivesDeps): NewLives {
  const { streamKeys, externalKeys, sourceUrls, fetchPolicy, relayPolicy } = deps;
  return {
    assertMayKeep,
    findDelayFaults,
    findCopyFaults,
    findServerFaults: (streams, path) => findServerFaults(streams, relayPolicy, path),
    findSourceReason: (url) => findSourceReason(url, fetchPolicy),
    sourceColumnsOf: (uuid, url) => sourceColumnsOf(uuid, url, sourceUrls),
    addLives: (tx, lives) => addLives(tx, lives, streamKeys),
    addExternalStreams: (tx, lives) => addExternalStreams(tx, lives, externalKeys),
  };
}
