/** Worker thread: compares the signatures of two versions. */
import { parentPort, workerData } from "node:worker_threads";
import { alignVersions, packAlignment, readSignatures } from "@shoal/align";

const { old, recent } = workerData as { old: Uint8Array; recent: Uint8Array };
parentPort?.postMessage(packAlignment(alignVersions(readSignatures(old), readSignatures(recent))));
