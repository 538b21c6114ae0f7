import {
  type ExchangeFailure,
  type ReadOptions,
  type ReadResult,
  readCommentsCsv,
  readEdl,
  readOtio,
} from "@shoal/edit-exchange";

const FORMAT_READERS = { edl: readEdl, otio: readOtio, csv: readCommentsCsv } as const;

/** The input of parsing, which can be passed to a thread. */
export interface FileToRead {
  format: keyof typeof FORMAT_READERS;
  text: string;
  options: Omit<ReadOptions, "onRefused">;
}

export interface ReadComments {
  result: ReadResult;
  /** The lines that were skipped, with the reasons. */
  refused: ExchangeFailure[];
}

export function readComments({ format, text, options }: FileToRead): ReadComments {
  const refused: ExchangeFailure[] = [];
  const result = FORMAT_READERS[format](text, { ...options, onRefused: (failure) => refused.push(failure) });
  return { result, refused };
}
