import type { SharedRedis } from "@shoal/limits";
import { createAdapter } from "@socket.io/redis-streams-adapter";

/** The number of messages that a disconnected replica can catch up on: minutes of a busy installation. */
const RETAINED_MESSAGES = 10_000;

type AnswerCallback = (error: null, answer: unknown) => void;

/**
 * Connects replicas through a Redis stream. During a Redis outage, each replica serves its own sockets; a disconnected replica
 * resumes where it stopped. Messages sent during an outage are lost to other replicas, which screens handle by refetching on
 * reconnection.
 */
export function createRedisAdapter({ client, prefix, openPatient }: SharedRedis) {
  /** The client methods that the adapter calls. */
  const used = {
    options: {},
    // The adapter waits for messages with these commands. Commands that failed immediately would make it poll without a pause.
    duplicate: openPatient,
    xadd: (args: (string | number)[]) => client.call("XADD", ...args),
    // The adapter ignores the result, and an unhandled rejection would end the process.
    publish: (channel: string, payload: Buffer) => client.publish(channel, payload).catch(() => 0),
    // The number of subscribed replicas, hence of expected responses: only this replica during an outage.
    send_command: (command: string, args: string[], answered: AnswerCallback) =>
      void client.call(command, ...args).then(
        (answer) => answered(null, answer),
        () => answered(null, [args[1], "1"]),
      ),
  };
  return createAdapter(used, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    maxLen: RETAINED_MESSAGES,
  });
}
