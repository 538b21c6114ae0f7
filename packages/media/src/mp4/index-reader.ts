/** Child process: reads the index of an untrusted file and writes its tables to a file. */
import { open } from "node:fs/promises";
import { Mp4Error } from "./boxes.ts";
import { readMoov } from "./read-index.ts";
import { writeTables } from "./table-file.ts";

const [inputPath, outputPath = "", ...numbers] = process.argv.slice(2);
const [offset = 0, size = 0, fileBytes = 0] = numbers.map(Number);
if (inputPath) await writeTables(outputPath, await readTracksOrFault(inputPath));

async function readTracksOrFault(path: string) {
  const file = await open(path, "r");
  try {
    const moov = Buffer.allocUnsafe(size);
    const { bytesRead } = await file.read(moov, 0, size, offset);
    return readMoov(moov.subarray(0, bytesRead), fileBytes);
  } catch (error) {
    if (error instanceof Mp4Error) return error;
    throw error;
  } finally {
    await file.close();
  }
}
