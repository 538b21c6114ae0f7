import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../http/ports.ts";
import { eventually } from "../wait/eventually.ts";

/** An installed redis-server on loopback. */
export interface TestRedis {
  url: string;
  /** Deletes all keys. */
  flush(): Promise<void>;
  /** Stops the server, which loses its data. */
  stop(): Promise<void>;
  /** Restarts the server at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error if no redis-server is installed. */
export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-redis-"));
  const [port] = await freePorts(1);
  let server: ChildProcess | undefined;
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  async function start(): Promise<void> {
    server = spawn("/usr/bin/redis-server", [...settings, "--dir", folder], { stdio: "ignore" });
    await once(server, "spawn").catch((error: unknown) => {
      throw new Error("Needs Debian's redis-server: apt-get install redis-server", { cause: error });
    });
    await eventually(async () => (await sendCommand(port, "PING")).startsWith("+PONG"), {
      what: "the answer of Redis",
    });
  }
  async function stop(): Promise<void> {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill("SIGKILL");
    await ended;
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    flush: async () => void (await sendCommand(port, "FLUSHALL")),
    stop,
    start,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a command. @returns the reply, or undefined while the server is down. */
function sendCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${command}\r\n`));
    const answer = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.once("data", (data) => answer(data.toString()));
    socket.once("error", () => answer(""));
    socket.once("close", () => answer(""));
  });
}
