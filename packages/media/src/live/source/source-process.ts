import { basename } from "node:path";
import { INPUT_BOUND_ARGS } from "../../ffmpeg/limits.ts";
import { INSIDE_INPUT_FOLDER, type Sandbox } from "../../ffmpeg/sandbox.ts";
import { type LiveProcess, startLiveTool } from "../encoder/live-process.ts";
import { type SourceReading, sourceArgs, TUNNEL_PORT } from "./source-args.ts";

/**
 * The command starts once the tunnel's inner end listens, which the tunnel reports on standard error. Its later output is ignored.
 * Everything ends with the last command, because the namespace contains nothing else.
 */
const START_SCRIPT = `
coproc TUNNEL { exec socat -d -d "$1" "$2" 2>&1 3>&-; }
exec 9<&"\${TUNNEL[0]}"
shift 2
while read -r line <&9; do [[ $line == *listening* ]] && break; done
[[ $line == *listening* ]] || exit 70
cat <&9 >/dev/null 3>&- &
exec "$@" 9<&-`;

/** The log options of ffmpeg: its messages reveal the input format, which decides how to read it. */
const INFO_LOG_ARGS = ["-hide_banner", "-nostats", "-loglevel", "level+info"] as const;

/** The maximum number of connections of one source. A playlist needs several for its renditions and keys. */
const MAX_CONNECTIONS = 32;

export interface SourceProcessOptions extends SourceReading {
  url: string;
  /** The sandbox, which must be bubblewrap: nothing else prevents ffmpeg from following redirects elsewhere. */
  sandbox: Sandbox;
  /** A UNIX socket for the connections out of the sandbox. */
  tunnelPath: string;
}

/**
 * Starts sandboxed ffmpeg for a pulled live, with no network except the tunnel. The output is FLV.
 * @throws Error without bubblewrap.
 */
export function startSourceProcess({
  url,
  isCopied,
  isTimedByArrival,
  sandbox,
  tunnelPath,
}: SourceProcessOptions): LiveProcess {
  if (sandbox.mode !== "bwrap") throw new Error("Lives are fetched by ffmpeg in bubblewrap alone");
  const listen = `TCP-LISTEN:${TUNNEL_PORT},bind=127.0.0.1,reuseaddr,fork,max-children=${MAX_CONNECTIONS}`;
  const tunnel = `UNIX-CONNECT:${INSIDE_INPUT_FOLDER}/${basename(tunnelPath)}`;
  const proxy = `http_proxy=http://127.0.0.1:${TUNNEL_PORT}`;
  const reading = { isCopied, isTimedByArrival };
  const ffmpeg = ["env", proxy, "ffmpeg", ...INFO_LOG_ARGS, ...INPUT_BOUND_ARGS, ...sourceArgs(url, reading)];
  const argv = ["bash", "-c", START_SCRIPT, "source", listen, tunnel, ...ffmpeg];
  return startLiveTool(argv, { sandbox, pipeCount: 1, inputPaths: [tunnelPath] });
}
