/** Runs in a worker thread: compares the signatures of two versions. */
import { parentPort, workerData } from "node:worker_threads";
import { alignVersions, packAlignment, readSignatures, type Signatures } from "@shoal/align";

const threadData = workerData as { old?: Uint8Array; recent?: Uint8Array };

/** Unpacks signatures in a separate function. The packed bytes are thus freed before the comparison needs memory. */
function takeSignatures(version: "old" | "recent"): Signatures {
  const signatures = readSignatures(threadData[version] ?? new Uint8Array());
  delete threadData[version];
  return signatures;
}

const oldSignatures = takeSignatures("old");
const newSignatures = takeSignatures("recent");
parentPort?.postMessage(packAlignment(alignVersions(oldSignatures, newSignatures)));
