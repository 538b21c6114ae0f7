import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";

/** Puts new videos into the config that the API key fixes with which they are made. */
export interface ConfigOfNew {
  /** In the transaction in which they are made. @throws AppError "config_not_found". */
  setConfig(tx: Tx, clientUuid: string, videoUuids: readonly string[], configUuid: string): Promise<void>;
}
export const CONFIG_OF_NEW = need<ConfigOfNew>("config of new videos");
