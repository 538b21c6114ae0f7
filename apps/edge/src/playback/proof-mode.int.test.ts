import { randomUUID } from "node:crypto";
import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { proofGroupOf } from "@shoal/domain/proof";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const PROOF_MODE = { sharePct: 20, salt: "salt" };
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  // Viewers are assigned to groups again each month. The clock is set so that no month starts while a test runs.
  vi.setSystemTime(Date.now());
});
afterAll(async () => {
  vi.useRealTimers();
  await harness.close();
});

async function publishInProofMode(
  client: Partial<ClientDescriptor> = { proof: PROOF_MODE },
  video: Partial<PlaybackDescriptor> = {},
): Promise<PlaybackDescriptor> {
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId, client));
  return harness.publish({ clientId, ...video });
}

/** Returns the id of a viewer who belongs to this group. */
function viewerOf(group: "with" | "without"): string {
  const moment = { nowMs: Date.now(), timeZone: "UTC" };
  for (;;) {
    const viewer = randomUUID();
    if (proofGroupOf(PROOF_MODE, viewer, moment) === group) return viewer;
  }
}

/** Returns the claims of a running session with this id. */
function runningClaimsOf(sessionId: string, watched: { video: string; clientId: string }) {
  const bornAtMs = Date.now() - 60_000;
  const claims = { ...watched, sessionId, bornAtMs, expiresAtMs: Date.now() + 600_000 };
  return { sessionId, beaconToken: new BeaconTokens(harness.config.playbackKeys).sign(claims) };
}

const groupOf = ({ beacon }: PlaySession) =>
  (JSON.parse(Buffer.from(beacon.token.split(".")[1] ?? "", "base64url").toString()) as { proof?: string })
    .proof;
const withoutPeers = { ticket: "", iceServers: [], rules: { enabled: false, maxPeers: 0 } };

it("viewers in the control group never get a ticket, learn why, and have their group recorded", async () => {
  const { uuid } = await publishInProofMode();
  const viewer = viewerOf("without");
  const first = await harness.play(uuid, { viewer });
  expect(first.p2p).toMatchObject({
    ...withoutPeers,
    sources: { enabled: { rule: "proof", source: "client" } },
  });
  const [again, renewed] = [
    await harness.play(uuid, { viewer }),
    await harness.play(uuid, { viewer, sessionId: first.sessionId }),
  ];
  for (const session of [first, again, renewed]) {
    expect(session.p2p.ticket).toBe("");
    expect(groupOf(session)).toBe("without");
  }
});

it("all other viewers share data as usual, and are in the other group", async () => {
  const { uuid } = await publishInProofMode();
  const session = await harness.play(uuid, { viewer: viewerOf("with") });
  expect(session.p2p.rules.enabled).toBe(true);
  expect(session.p2p.ticket).not.toBe("");
  expect(groupOf(session)).toBe("with");
});

it("without a viewer id, the session id determines the group", async () => {
  const { uuid, clientId } = await publishInProofMode();
  for (const group of ["with", "without"] as const)
    expect(
      groupOf(await harness.play(uuid, runningClaimsOf(viewerOf(group), { video: uuid, clientId }))),
    ).toBe(group);
  const refusing = { viewer: viewerOf("without"), sessionId: viewerOf("with"), consent: false };
  // Viewers who declined to share are in no group.
  const asked = await publishInProofMode({ proof: PROOF_MODE, rules: { asksConsent: true } });
  expect(groupOf(await harness.play(asked.uuid, refusing))).toBeUndefined();
});

it("sessions have no group if proof mode is off, if rules disable peers, and for direct lives", async () => {
  const viewer = viewerOf("without");
  const off = await publishInProofMode({});
  const ruled = await publishInProofMode({ proof: PROOF_MODE, rules: { p2pWeb: false } });
  const live = { latencySec: null, delay: "middle" as const };
  const direct = await publishInProofMode({ proof: PROOF_MODE }, { live });
  for (const { uuid } of [off, ruled, direct]) {
    const session = await harness.play(uuid, { viewer });
    expect(groupOf(session)).toBeUndefined();
    expect(session.p2p.sources?.enabled.rule).not.toBe("proof");
  }
  expect((await harness.play(direct.uuid, { viewer })).p2p.ticket).not.toBe("");
});

it("the player page names the viewer id's key, and whether consent is required, only in proof mode", async () => {
  const pageOf = async ({ uuid }: PlaybackDescriptor) =>
    (await fetch(`${harness.edge.url}/embed/${uuid}`)).text();
  const on = await publishInProofMode();
  expect(await pageOf(on)).toContain(`<meta name="shoal-viewer" content="${on.clientId}" />`);
  const asking = await publishInProofMode({ proof: PROOF_MODE, rules: { asksConsent: true } });
  expect(await pageOf(asking)).toContain(`content="${asking.clientId}" data-asks />`);
  expect(await pageOf(await publishInProofMode({}))).not.toContain("shoal-viewer");
});

it("an invalid viewer id is refused", async () => {
  const { uuid } = await publishInProofMode();
  await expect(harness.play(uuid, { viewer: "me" })).rejects.toThrow(/400.*viewer/);
});
