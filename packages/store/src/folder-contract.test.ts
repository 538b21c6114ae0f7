import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderStore } from "./folder-store.ts";
import { describeStoreContract } from "./testing/store-contract.ts";

describeStoreContract("a folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
  const store = new FolderStore(join(folder, "media"), { floorBytes: 0 });
  await store.prepare();
  return { store, close: () => rm(folder, { recursive: true }) };
});
