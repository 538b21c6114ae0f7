import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";

/** A TURN server (RFC 8656, UDP and IPv4 only) on loopback, with one username and password. */
export interface TestTurn {
  url: string;
  /** The number of relays allocated to clients with the correct password. */
  readonly allocations: number;
  /** The number of bytes that peers sent through the server. */
  readonly relayedBytes: number;
  close(): Promise<void>;
}

export interface TurnUser {
  username: string;
  credential: string;
}

const HOST = "127.0.0.1";
const TURN_REALM = "test";
const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
const LIFETIME_SEC = 600;

const METHOD_CODES = {
  binding: 1,
  allocate: 3,
  refresh: 4,
  send: 6,
  data: 7,
  permission: 8,
  channel: 9,
} as const;
const CLASS_BITS = { request: 0x000, indication: 0x010, success: 0x100, error: 0x110 } as const;
const ATTRIBUTE_TYPES = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  channel: 0x000c,
  lifetime: 0x000d,
  peer: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  mapped: 0x0020,
} as const;

type AttributeList = (readonly [type: number, value: Buffer])[];
type Address = Pick<RemoteInfo, "address" | "port">;

interface StunMessage {
  type: number;
  transaction: Buffer;
  attributes: Map<number, Buffer>;
  bytes: Buffer;
  /** The offset of the integrity attribute. */
  integrityAt: number | undefined;
}

interface RelayAllocation {
  socket: Socket;
  owner: Address;
  permissions: Set<string>;
  /** The channels, by number and by peer. */
  channels: Map<number | string, string | number>;
}

export async function startTestTurn(user: TurnUser): Promise<TestTurn> {
  const server = new TurnServer(user);
  await server.listen();
  return server;
}

const keyOf = ({ address, port }: Address) => `${address}:${port}`;

class TurnServer implements TestTurn {
  readonly #socket = createSocket("udp4");
  readonly #user: TurnUser;
  readonly #key: Buffer;
  readonly #nonce = Buffer.from(randomBytes(8).toString("hex"));
  readonly #byOwner = new Map<string, RelayAllocation>();
  allocations = 0;
  relayedBytes = 0;

  constructor(user: TurnUser) {
    this.#user = user;
    this.#key = createHash("md5").update(`${user.username}:${TURN_REALM}:${user.credential}`).digest();
    this.#socket.on("message", (bytes, from) => void this.#onMessage(bytes, from));
  }

  get url(): string {
    return `turn:${HOST}:${this.#socket.address().port}?transport=udp`;
  }

  async listen(): Promise<void> {
    this.#socket.bind(0, HOST);
    await once(this.#socket, "listening");
  }

  async close(): Promise<void> {
    for (const { socket } of this.#byOwner.values()) socket.close();
    this.#socket.close();
    await once(this.#socket, "close");
  }

  async #onMessage(bytes: Buffer, from: RemoteInfo): Promise<void> {
    const isChannelData = ((bytes[0] ?? 0) & 0xc0) === 0x40;
    if (isChannelData) return this.#sendOn(bytes, from);
    const message = parseMessage(bytes);
    if (!message) return;
    const method = message.type & 0x0f;
    if (message.type === (METHOD_CODES.send | CLASS_BITS.indication)) return this.#send(message, from);
    if (method === METHOD_CODES.binding)
      return this.#answer(message, from, CLASS_BITS.success, [[ATTRIBUTE_TYPES.mapped, xorAddress(from)]]);
    if (!this.#isAllowed(message)) return this.#challenge(message, from);
    if (method === METHOD_CODES.allocate) return this.#allocate(message, from);
    const allocation = this.#byOwner.get(keyOf(from));
    if (!allocation) return this.#refuse(message, from, [4, 37]);
    if (method === METHOD_CODES.permission || method === METHOD_CODES.channel)
      this.#allowPeer(message, allocation);
    this.#answer(
      message,
      from,
      CLASS_BITS.success,
      method === METHOD_CODES.refresh ? [LIFETIME_ATTRIBUTE] : [],
    );
  }

  #isAllowed({ attributes, bytes, integrityAt }: StunMessage): boolean {
    const given = attributes.get(ATTRIBUTE_TYPES.integrity);
    if (!given || integrityAt === undefined) return false;
    if (attributes.get(ATTRIBUTE_TYPES.username)?.toString() !== this.#user.username) return false;
    const expected = computeIntegrity(bytes.subarray(0, integrityAt), this.#key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #challenge(message: StunMessage, from: RemoteInfo): void {
    this.#refuse(
      message,
      from,
      [4, 1],
      [
        [ATTRIBUTE_TYPES.realm, Buffer.from(TURN_REALM)],
        [ATTRIBUTE_TYPES.nonce, this.#nonce],
      ],
    );
  }

  async #allocate(message: StunMessage, owner: RemoteInfo): Promise<void> {
    let allocation = this.#byOwner.get(keyOf(owner));
    if (!allocation) {
      const socket = createSocket("udp4");
      allocation = { socket, owner, permissions: new Set(), channels: new Map() };
      this.#byOwner.set(keyOf(owner), allocation);
      this.allocations += 1;
      const relay = allocation;
      socket.on("message", (bytes, peer) => this.#passOn(relay, bytes, peer));
      socket.bind(0, HOST);
      await once(socket, "listening");
    }
    const relayed = { address: HOST, port: allocation.socket.address().port };
    this.#answer(message, owner, CLASS_BITS.success, [
      [ATTRIBUTE_TYPES.relayed, xorAddress(relayed)],
      [ATTRIBUTE_TYPES.mapped, xorAddress(owner)],
      LIFETIME_ATTRIBUTE,
    ]);
  }

  #allowPeer({ attributes }: StunMessage, { permissions, channels }: RelayAllocation): void {
    const peer = parseXorAddress(attributes.get(ATTRIBUTE_TYPES.peer));
    const channel = attributes.get(ATTRIBUTE_TYPES.channel)?.readUInt16BE(0);
    permissions.add(peer.address);
    if (channel === undefined) return;
    channels.set(channel, keyOf(peer));
    channels.set(keyOf(peer), channel);
  }

  #send({ attributes }: StunMessage, from: RemoteInfo): void {
    const allocation = this.#byOwner.get(keyOf(from));
    const data = attributes.get(ATTRIBUTE_TYPES.data);
    if (allocation && data)
      this.#relay(allocation, parseXorAddress(attributes.get(ATTRIBUTE_TYPES.peer)), data);
  }

  #sendOn(bytes: Buffer, from: RemoteInfo): void {
    const allocation = this.#byOwner.get(keyOf(from));
    const [address = "", port] = String(allocation?.channels.get(bytes.readUInt16BE(0)) ?? "").split(":");
    if (!allocation || !port) return;
    this.#relay(allocation, { address, port: Number(port) }, bytes.subarray(4, 4 + bytes.readUInt16BE(2)));
  }

  #relay({ socket, permissions }: RelayAllocation, peer: Address, data: Buffer): void {
    if (!permissions.has(peer.address)) return;
    this.relayedBytes += data.length;
    socket.send(data, peer.port, peer.address);
  }

  #passOn({ owner, permissions, channels }: RelayAllocation, data: Buffer, peer: RemoteInfo): void {
    if (!permissions.has(peer.address)) return;
    const channel = channels.get(keyOf(peer));
    if (typeof channel === "number") {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(channel, 0);
      head.writeUInt16BE(data.length, 2);
      this.#socket.send(Buffer.concat([head, data]), owner.port, owner.address);
      return;
    }
    const attributes: AttributeList = [
      [ATTRIBUTE_TYPES.peer, xorAddress(peer)],
      [ATTRIBUTE_TYPES.data, data],
    ];
    const bytes = writeMessage(METHOD_CODES.data | CLASS_BITS.indication, randomBytes(12), attributes);
    this.#socket.send(bytes, owner.port, owner.address);
  }

  #refuse(
    message: StunMessage,
    to: RemoteInfo,
    [hundreds, rest]: [number, number],
    more: AttributeList = [],
  ): void {
    this.#answer(message, to, CLASS_BITS.error, [
      [ATTRIBUTE_TYPES.error, Buffer.from([0, 0, hundreds, rest])],
      ...more,
    ]);
  }

  #answer({ type, transaction }: StunMessage, to: RemoteInfo, kind: number, attributes: AttributeList): void {
    const isSigned = kind === CLASS_BITS.success && (type & 0x0f) !== METHOD_CODES.binding;
    const plain = writeMessage((type & 0x0f) | kind, transaction, attributes);
    const bytes = isSigned
      ? writeMessage((type & 0x0f) | kind, transaction, [
          ...attributes,
          [ATTRIBUTE_TYPES.integrity, computeIntegrity(plain, this.#key)],
        ])
      : plain;
    this.#socket.send(bytes, to.port, to.address);
  }
}

const LIFETIME_ATTRIBUTE = [
  ATTRIBUTE_TYPES.lifetime,
  Buffer.from([0, 0, LIFETIME_SEC >> 8, LIFETIME_SEC & 0xff]),
] as const;

function parseMessage(bytes: Buffer): StunMessage | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== MAGIC_COOKIE) return undefined;
  const attributes = new Map<number, Buffer>();
  let integrityAt: number | undefined;
  for (let at = HEADER_BYTES; at + 4 <= bytes.length; ) {
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    if (type === ATTRIBUTE_TYPES.integrity) integrityAt = at;
    attributes.set(type, bytes.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: bytes.readUInt16BE(0), transaction: bytes.subarray(8, 20), attributes, bytes, integrityAt };
}

function writeMessage(type: number, transaction: Buffer, attributes: AttributeList): Buffer {
  const body = attributes.map(([attribute, value]) => {
    const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
    bytes.writeUInt16BE(attribute, 0);
    bytes.writeUInt16BE(value.length, 2);
    value.copy(bytes, 4);
    return bytes;
  });
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(Buffer.concat(body).length, 2);
  head.writeUInt32BE(MAGIC_COOKIE, 4);
  transaction.copy(head, 8);
  return Buffer.concat([head, ...body]);
}

/** Computes the integrity of a message, with the length that includes it. */
function computeIntegrity(before: Buffer, key: Buffer): Buffer {
  const bytes = Buffer.from(before);
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES + INTEGRITY_BYTES, 2);
  return createHmac("sha1", key).update(bytes).digest();
}

function xorAddress({ address, port }: Address): Buffer {
  const bytes = Buffer.from([0, 1, 0, 0, ...address.split(".").map(Number)]);
  bytes.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  bytes.writeUInt32BE((bytes.readUInt32BE(4) ^ MAGIC_COOKIE) >>> 0, 4);
  return bytes;
}

function parseXorAddress(value: Buffer = xorAddress({ address: HOST, port: 0 })): Address {
  const address = Buffer.alloc(4);
  address.writeUInt32BE((value.readUInt32BE(4) ^ MAGIC_COOKIE) >>> 0, 0);
  return { address: address.join("."), port: value.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) };
}
