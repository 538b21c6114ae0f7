import type { WaveformView } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { NamedWaveform } from "./waveforms.service.ts";

/** Sends a waveform, or 304 if the browser already has it. */
export async function serveWaveform(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, read }: NamedWaveform,
): Promise<WaveformView> {
  reply.header("cache-control", "private, no-cache");
  if (!version) return read();
  const etag = `"${version}"`;
  reply.header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send() as never;
  return read();
}
