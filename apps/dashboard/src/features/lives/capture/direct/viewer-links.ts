import type { DirectIceServer, DirectSignal } from "@shoal/contract/player";
import type { CapturedStream, MakePeerConnection } from "./direct.types.ts";
import { viewerShareOf } from "./viewer-budget.ts";
import { ViewerLink } from "./viewer-link.ts";

/** The delay, in ms, before a viewer who lost the connection, but not the place, gets a new offer. */
const REOFFER_DELAY_MS = 1_000;

interface ConnectedViewer {
  iceServers: DirectIceServer[];
  /** The connection; undefined while it is about to be replaced. */
  link: ViewerLink | undefined;
  againTimer: ReturnType<typeof setTimeout> | undefined;
}

export interface ViewerLinksOptions {
  filmed: CapturedStream;
  /** The uplink bandwidth shared by all viewers, in kbps. */
  budgetKbps: number;
  makeConnection: MakePeerConnection;
  send: (place: string, signal: DirectSignal) => void;
  onChange: () => void;
}

/**
 * Connects the viewers that hold a place, each over a separate connection. All connections share the uplink. A failed connection is
 * replaced while its viewer holds the place. Independent of React; none of its methods throw.
 */
export class ViewerLinks {
  readonly #options: ViewerLinksOptions;
  readonly #viewers = new Map<string, ConnectedViewer>();
  #filmed: CapturedStream;
  #budgetKbps: number;

  constructor(options: ViewerLinksOptions) {
    this.#options = options;
    this.#filmed = options.filmed;
    this.#budgetKbps = options.budgetKbps;
  }

  /** The places of the viewers that are connected. */
  get connected(): string[] {
    return [...this.#viewers].filter(([, { link }]) => link?.isConnected).map(([place]) => place);
  }

  /** Connects the viewer who holds a place; an existing connection with the same viewer is kept. */
  welcome(place: string, iceServers: DirectIceServer[]): void {
    const known = this.#viewers.get(place);
    if (known?.link?.isConnected) {
      known.iceServers = iceServers;
      return;
    }
    this.#removeViewer(place);
    const viewer: ConnectedViewer = { iceServers, link: undefined, againTimer: undefined };
    this.#viewers.set(place, viewer);
    this.#connect(place, viewer);
    this.#share();
  }

  part(place: string): void {
    this.#removeViewer(place);
    this.#share();
    this.#options.onChange();
  }

  /** Disconnects the viewers whose places are not listed. */
  keep(places: readonly string[]): void {
    for (const place of Array.from(this.#viewers.keys())) if (!places.includes(place)) this.part(place);
  }

  handleSignal(place: string, signal: DirectSignal): void {
    this.#viewers.get(place)?.link?.handleSignal(signal);
  }

  /** Switches to another camera or screen. */
  replace(filmed: CapturedStream): void {
    this.#filmed = filmed;
    for (const { link } of this.#viewers.values()) link?.replace(filmed);
  }

  /** Changes the bandwidth available to all viewers together. */
  setBudget(budgetKbps: number): void {
    this.#budgetKbps = budgetKbps;
    this.#share();
  }

  close(): void {
    for (const place of Array.from(this.#viewers.keys())) this.#removeViewer(place);
  }

  #connect(place: string, viewer: ConnectedViewer): void {
    const { makeConnection, send, onChange } = this.#options;
    const handleChange = () => {
      if (viewer.link?.isOver) this.#connectAgain(place, viewer);
      onChange();
    };
    try {
      viewer.link = new ViewerLink({
        iceServers: viewer.iceServers,
        makeConnection,
        ...this.#filmed,
        maxKbps: viewerShareOf(this.#budgetKbps, this.#viewers.size),
        send: (signal) => send(place, signal),
        onChange: handleChange,
      });
    } catch {
      // If this browser cannot connect to the viewer, the other viewers are not affected.
    }
  }

  #connectAgain(place: string, viewer: ConnectedViewer): void {
    viewer.link = undefined;
    viewer.againTimer = setTimeout(() => this.#connect(place, viewer), REOFFER_DELAY_MS);
  }

  #removeViewer(place: string): void {
    const viewer = this.#viewers.get(place);
    clearTimeout(viewer?.againTimer);
    viewer?.link?.close();
    this.#viewers.delete(place);
  }

  #share(): void {
    const kbps = viewerShareOf(this.#budgetKbps, this.#viewers.size);
    for (const { link } of this.#viewers.values()) link?.limit(kbps);
  }
}
