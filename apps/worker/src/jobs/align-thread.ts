/** Worker thread: compares the signatures of two versions. */
import { parentPort, workerData } from "node:worker_threads";
import { alignVersions, packAlignment, readSignatures, type Signatures } from "@shoal/align";

const given = workerData as { old?: Uint8Array; recent?: Uint8Array };

/** Unpacks signatures in a separate function, so that the packed bytes are freed before the comparison needs memory. */
function readGiven(version: "old" | "recent"): Signatures {
  const signatures = readSignatures(given[version] ?? new Uint8Array());
  delete given[version];
  return signatures;
}

const old = readGiven("old");
const recent = readGiven("recent");
parentPort?.postMessage(packAlignment(alignVersions(old, recent)));
