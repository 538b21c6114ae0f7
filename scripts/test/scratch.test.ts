import { describe, expect, it } from "vitest";
import { runsPrograms } from "./scratch.ts";

const DISK = "/dev/vda / ext4 rw,relatime 0 0";
const mounted = (...flags: string[]) => `${DISK}\ntmpfs /dev/shm tmpfs ${flags.join(",")} 0 0\n`;

describe("memory as a place for runs", () => {
  it("is taken where it is a file system of its own from which programs start", () => {
    expect(runsPrograms(mounted("rw", "nosuid", "nodev"))).toBe(true);
  });

  it.each([
    ["programs are forbidden", mounted("rw", "nosuid", "nodev", "noexec")],
    ["it is a folder of the disk", `${DISK}\n`],
    ["another mount lies over it", `${mounted("rw")}${DISK.replace(" / ", " /dev/shm ")}\n`],
    ["nothing is told", ""],
  ])("is left where %s", (_, mounts) => {
    expect(runsPrograms(mounts)).toBe(false);
  });
});
