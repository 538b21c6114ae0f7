import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ReceivedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface ApiServer {
  url: string;
  /** The calls received so far, in order. */
  calls: ReceivedCall[];
  /** Sends the returned value as JSON, unless the function has sent the response itself. The response to undefined is 404. */
  answer: (call: ReceivedCall, response: ServerResponse) => unknown;
  close(): void;
}

/** Returned by a function that has sent the response itself. */
export const ANSWERED = Symbol("answered");

/** Responds with a status and headers, without a body. */
export function refuseCall(response: ServerResponse, status: number, headers = {}): typeof ANSWERED {
  response.writeHead(status, headers).end("{}");
  return ANSWERED;
}

/** Sends half of a page, then breaks the connection. */
export function cutConnection(response: ServerResponse, page: object): typeof ANSWERED {
  const whole = JSON.stringify(page);
  response.writeHead(200, { "content-length": whole.length });
  response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  return ANSWERED;
}

/** Starts a service whose API an import uses, with answers defined by the test. */
export async function startApiServer(): Promise<ApiServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://service.example");
    const call: ReceivedCall = {
      method: request.method ?? "GET",
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    };
    made.calls.push(call);
    const given = made.answer(call, response);
    if (given === ANSWERED) return;
    if (given === undefined) refuseCall(response, 404);
    else response.end(JSON.stringify(given));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const made: ApiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer: () => undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return made;
}
