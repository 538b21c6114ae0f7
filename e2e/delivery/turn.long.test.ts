import { randomUUID } from "node:crypto";
import type { IceServer } from "@shoal/contract";
import { eventually, startTestTurn, type TestTurn } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

const TURN_USER = { username: "shop", credential: "a bought word" };
let edge: EdgePlayer;
let turn: TestTurn;
beforeAll(async () => {
  turn = await startTestTurn(TURN_USER);
  edge = await startEdgePlayer();
});
afterAll(async () => {
  await edge?.close();
  await turn?.close();
});

/**
 * Connects two peers in one page that reach each other only through the ICE servers of a play session.
 * @returns the message that one of them received.
 */
const meetByRelay = (page: Page, playUrl: string) =>
  page.evaluate(async (url) => {
    const session = await (await fetch(url, { method: "POST", body: "{}" })).json();
    const { iceServers } = session.p2p;
    const open = () => new RTCPeerConnection({ iceServers, iceTransportPolicy: "relay" });
    const [caller, called] = [open(), open()];
    const found: string[] = [];
    let isRefused = false;
    const joined = (from: RTCPeerConnection, to: RTCPeerConnection) => {
      from.onicecandidate = ({ candidate }) => {
        if (candidate?.type) found.push(candidate.type);
        if (candidate) void to.addIceCandidate(candidate);
      };
    };
    joined(caller, called);
    joined(called, caller);
    const channel = caller.createDataChannel("words");
    channel.onopen = () => channel.send("hello over the relay");
    const heard = new Promise<string>((resolve) => {
      called.ondatachannel = (event) => {
        event.channel.onmessage = ({ data }) => resolve(data);
      };
      caller.onicecandidateerror = ({ errorCode }) => {
        isRefused ||= errorCode === 401;
        if (isRefused) resolve("");
      };
    });
    await caller.setLocalDescription();
    await called.setRemoteDescription(caller.localDescription as RTCSessionDescription);
    await called.setLocalDescription();
    await caller.setRemoteDescription(called.localDescription as RTCSessionDescription);
    const answer = { heard: await heard, found: [...new Set(found)], isRefused };
    caller.close();
    called.close();
    return answer;
  }, playUrl);

async function playUrlWith(iceServers: IceServer[]): Promise<string> {
  const [clientId, ice] = [randomUUID(), randomUUID()];
  edge.harness.api.setClient(createClientDescriptor(clientId, { iceSets: { [ice]: iceServers } }));
  const { uuid } = await edge.publish({ clientId, rules: { custom: { ice } } });
  await eventually(() => edge.harness.api.followers === 1, { what: "an edge that follows the api" });
  return `${edge.harness.edge.url}/play/${uuid}`;
}

test("browsers connect through a TURN server with the fixed name and password of their session", async () => {
  const page = await edge.browser.openViewer("about:blank");
  await page.goto(edge.hostPageUrl("about:blank"));
  const url = await playUrlWith([{ urls: [turn.url], ...TURN_USER }]);
  expect(await meetByRelay(page, url)).toEqual({
    heard: "hello over the relay",
    found: ["relay"],
    isRefused: false,
  });
  expect(turn.allocations).toBeGreaterThanOrEqual(2);
  expect(turn.relayedBytes).toBeGreaterThan(0);
  await page.context().close();
});

test("a TURN server refuses another password", async () => {
  const page = await edge.browser.openViewer("about:blank");
  await page.goto(edge.hostPageUrl("about:blank"));
  const before = turn.allocations;
  const url = await playUrlWith([{ urls: [turn.url], ...TURN_USER, credential: "another word" }]);
  expect(await meetByRelay(page, url)).toEqual({ heard: "", found: [], isRefused: true });
  expect(turn.allocations).toBe(before);
  await page.context().close();
});
