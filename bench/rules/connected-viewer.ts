import type { PluginSession, PluginSessionRequest } from "@shoal/contract/player";
import type { P2pRules } from "@shoal/p2p/protocol";
import { connectTracker, type TrackerClient } from "@shoal/p2p/tracker-client";
import { VIEWER_AGENT } from "@shoal/testkit";

/** The messages and rules that a viewer has received so far. */
export interface ReceivedMessages {
  rules: P2pRules;
  /** The number of sessions that the viewer has had, including the first. */
  sessions: number;
}

/**
 * A viewer of a page with the plugin, but without a player. The viewer has the plugin's tracker connection, and renews its session
 * as the plugin does.
 */
export class ConnectedViewer {
  readonly #edgeUrl: string;
  readonly #request: PluginSessionRequest;
  readonly #onReceived: () => void;
  #session!: PluginSession;
  #tracker: TrackerClient | undefined;
  received!: ReceivedMessages;

  /**
   * Creates the viewer.
   * @param onHeard called for each message from the tracker.
   */
  static async open(
    edgeUrl: string,
    request: PluginSessionRequest,
    onReceived: () => void,
  ): Promise<ConnectedViewer> {
    const viewer = new ConnectedViewer(edgeUrl, request, onReceived);
    await viewer.#start();
    return viewer;
  }

  private constructor(edgeUrl: string, request: PluginSessionRequest, onReceived: () => void) {
    this.#edgeUrl = edgeUrl;
    this.#request = request;
    this.#onReceived = onReceived;
  }

  close(): void {
    this.#tracker?.close();
  }

  async #start(): Promise<void> {
    this.#session = await this.#call(undefined);
    this.received = { rules: this.#session.p2p.rules, sessions: 1 };
    await new Promise<void>((resolve) => {
      this.#tracker = connectTracker({
        url: () => this.#session.p2p.trackerUrl,
        ticket: () => this.#session.p2p.ticket,
        onTicketRefused: () => void this.#renew(),
        onReply: (reply) => {
          if (reply.type === "joined") resolve();
          if (reply.type === "joined" || reply.type === "rules") this.#receive({ rules: reply.rules });
        },
      });
    });
  }

  async #renew(): Promise<void> {
    this.#session = await this.#call(this.#session.sessionId);
    this.#tracker?.renew();
    this.#receive({ rules: this.#session.p2p.rules, sessions: this.received.sessions + 1 });
  }

  #receive(received: Partial<ReceivedMessages>): void {
    this.received = { ...this.received, ...received };
    this.#onReceived();
  }

  async #call(sessionId: string | undefined): Promise<PluginSession> {
    const response = await fetch(`${this.#edgeUrl}/plugin/sessions`, {
      method: "POST",
      headers: { "user-agent": VIEWER_AGENT },
      body: JSON.stringify({ ...this.#request, ...(sessionId === undefined ? {} : { sessionId }) }),
    });
    if (!response.ok) throw new Error(`A session: ${response.status} ${await response.text()}`);
    return (await response.json()) as PluginSession;
  }
}
