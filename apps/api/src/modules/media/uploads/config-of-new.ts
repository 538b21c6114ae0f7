import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";

/** Assigns new videos to the config that is fixed by their API key. */
export interface ConfigOfNew {
  /** Runs in the transaction that creates the videos. @throws AppError "config_not_found". */
  setConfig(tx: Tx, clientUuid: string, videoUuids: readonly string[], configUuid: string): Promise<void>;
}
export const CONFIG_OF_NEW = need<ConfigOfNew>("config of new videos");
