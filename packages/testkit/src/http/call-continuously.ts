import { Agent, get, type IncomingMessage } from "node:http";

export interface Calls {
  /** The number of complete responses, by status. */
  answered: Map<number, number>;
  /** The errors of calls without a response. */
  failures: string[];
  /** Resolves when every caller has been redirected. */
  done: Promise<void>;
}

export interface CallOptions {
  callers: number;
  headers?: Record<string, string>;
}

/**
 * Starts clients that call repeatedly, each on a keep-alive connection, until a response ends the connection. Browsers and load
 * balancers behave like this towards a server that is shutting down.
 * @example const calls = callContinuously(`${url}/healthz`, { callers: 20 }); await server.close(); await calls.done;
 */
export function callContinuously(url: string, { callers, headers = {} }: CallOptions): Calls {
  const answered = new Map<number, number>();
  const failures: string[] = [];
  async function keepOne(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let isOpen = true; isOpen; ) {
        const { status, isLast } = await callOnce(url, agent, headers);
        answered.set(status, (answered.get(status) ?? 0) + 1);
        isOpen = !isLast;
      }
    } catch (error) {
      failures.push(String(error));
    } finally {
      agent.destroy();
    }
  }
  const done = Promise.all(Array.from({ length: callers }, keepOne)).then(() => undefined);
  return { answered, failures, done };
}

function callOnce(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
): Promise<{ status: number; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    const handleAnswer = (answer: IncomingMessage) => {
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, isLast: answer.headers.connection === "close" }),
      );
      answer.resume();
    };
    get(url, { agent, headers, timeout: 30_000 }, handleAnswer)
      .once("error", reject)
      .once("timeout", () => reject(new Error("No answer within 30 s")));
  });
}
