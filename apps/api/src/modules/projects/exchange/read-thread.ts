/** A thread of its own: reads one file of comments, of which each line may be made to be slow. */
import { parentPort, workerData } from "node:worker_threads";
import { type FileToRead, readComments } from "./read-comments.ts";

parentPort?.postMessage(readComments(workerData as FileToRead));
