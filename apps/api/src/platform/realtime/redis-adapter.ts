import type { SharedRedis } from "@shoal/limits";
import { createAdapter } from "@socket.io/redis-streams-adapter";

/** What a replica that was cut off for a while still learns: minutes of a busy installation. */
const KEPT_MESSAGES = 10_000;

type Answered = (error: null, answer: unknown) => void;

/**
 * Replicas meet over a stream of Redis. While Redis is away each goes on with its own sockets, and a replica that was cut off reads on
 * where it was. What others sent while Redis was away is lost, as screens expect: they read again when they reconnect.
 */
export function createRedisAdapter({ client, prefix, openPatient }: SharedRedis) {
  /** All that the adapter calls. */
  const used = {
    options: {},
    // By these it waits for messages. Commands that failed at once would have it ask without a pause.
    duplicate: openPatient,
    xadd: (args: (string | number)[]) => client.call("XADD", ...args),
    // It does not look at how these end, and an error that nobody takes ends the process.
    publish: (channel: string, payload: Buffer) => client.publish(channel, payload).catch(() => 0),
    // How many replicas listen, so how many answers there will be: only its own while Redis is away.
    send_command: (command: string, args: string[], answered: Answered) =>
      void client.call(command, ...args).then(
        (answer) => answered(null, answer),
        () => answered(null, [args[1], "1"]),
      ),
  };
  return createAdapter(used, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    maxLen: KEPT_MESSAGES,
  });
}
