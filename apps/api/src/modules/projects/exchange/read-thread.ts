/** Runs in a separate thread: reads one file of comments, in which any line may be built to be slow. */
import { parentPort, workerData } from "node:worker_threads";
import { type FileToRead, readComments } from "./read-comments.ts";

parentPort?.postMessage(readComments(workerData as FileToRead));
