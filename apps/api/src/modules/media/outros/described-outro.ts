import type { DescribedOutro } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { createPicturesRepository } from "../pictures/index.ts";
import { describeOutro, picturesOf } from "./outros.present.ts";
import { createOutrosRepository } from "./outros.repository.ts";

/** Reads the outro of a client's video for viewers; null if it has none. */
export async function readDescribedOutro(
  db: Tx,
  clientUuid: string,
  outroUuid: string | null,
): Promise<DescribedOutro | null> {
  const row = outroUuid ? await createOutrosRepository(db).findOutro(clientUuid, outroUuid) : undefined;
  if (!row) return null;
  const pictures = await createPicturesRepository(db).listByUuid(clientUuid, picturesOf([row]));
  return describeOutro(row, pictures);
}

/** Notifies edges of a change to every outro that shows this picture. */
export async function touchOutrosWithPicture(tx: Tx, clientUuid: string, pictureUuid: string): Promise<void> {
  const outros = createOutrosRepository(tx);
  const uuids = await outros.listShowing(clientUuid, pictureUuid);
  if (uuids.length > 0) await outros.touchVideos(clientUuid, uuids);
}
