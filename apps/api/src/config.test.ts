import { expect, test } from "vitest";
import { readConfig, roomOriginsOf } from "./config.ts";

const validEnvironment = {
  API_PUBLIC_URL: "https://shoal.example/",
  EDGE_PUBLIC_URL: "https://play.example",
  DATABASE_URL: "postgres://localhost/shoal",
  CLICKHOUSE_URL: "http://127.0.0.1:8123",
  MEDIA_STORE: "/var/lib/shoal/media",
  INTERNAL_SECRET: "x".repeat(32),
  WORKER_DATABASE_PASSWORD: "y".repeat(16),
  MAIL_DIR: "/var/lib/shoal/mails",
};
const collectFaults = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return "";
  } catch (error) {
    return String(error);
  }
};

test("unset and empty settings have their default values", () => {
  const config = readConfig({
    ...validEnvironment,
    SMTP_URL: "",
    GITHUB_CLIENT_ID: "",
    GITHUB_CLIENT_SECRET: "",
  });
  expect(config).toMatchObject({
    API_PUBLIC_URL: "https://shoal.example",
    SUPPORT_EMAIL: "support@shoal.example",
    LIMIT_SIGN_IN_PER_ACCOUNT: { attempts: 100, windowSec: 3_600 },
    LIMIT_SIGN_IN_PER_PAIR: { attempts: 10, windowSec: 900 },
    GITHUB_URL: "https://github.com",
  });
  expect(config.SMTP_URL).toBeUndefined();
  expect(config.GITHUB_CLIENT_ID).toBeUndefined();
});

test("all faults are reported at once, including combinations of settings", () => {
  const faults = collectFaults({
    ...validEnvironment,
    MAIL_DIR: "",
    PORT: "-1",
    GITHUB_CLIENT_ID: "id",
    LIMIT_SIGN_IN_PER_ACCOUNT: "ten",
  });
  for (const name of ["MAIL_DIR", "PORT", "GITHUB_CLIENT_SECRET", "LIMIT_SIGN_IN_PER_ACCOUNT"])
    expect(faults).toContain(`${name}: `);
  expect(collectFaults({ ...validEnvironment, GITHUB_CLIENT_SECRET: "s" })).toContain(
    "GITHUB_CLIENT_ID: is needed",
  );
  expect(collectFaults({ ...validEnvironment, MAIL_DIR: "", SMTP_URL: "smtp://mail.example:587" })).toBe("");
  expect(collectFaults({ ...validEnvironment, SMTP_URL: "http://mail.example" })).toContain(
    "SMTP_URL: must be",
  );
});

test("room origins contain every edge once", () => {
  const cluster = "eu=https://play.example/, us=https://us.example:8443";
  expect(roomOriginsOf(readConfig(validEnvironment))).toEqual(["wss://play.example"]);
  expect(roomOriginsOf(readConfig({ ...validEnvironment, EDGE_CLUSTER: cluster }))).toEqual([
    "wss://play.example",
    "wss://us.example:8443",
  ]);
  expect(collectFaults({ ...validEnvironment, EDGE_CLUSTER: "eu=nowhere" })).toContain("EDGE_CLUSTER: ");
});
