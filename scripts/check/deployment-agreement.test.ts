import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { agreementFaults } from "./deployment-agreement.ts";

/** Returns the errors that are found after a string in one file has been replaced. */
function faultsWith(file: string, text: string, other: string): string[] {
  return agreementFaults((each) => {
    const found = readFileSync(join(REPOSITORY_ROOT, each), "utf8");
    if (each !== file) return found;
    expect(found).toContain(text);
    return found.replace(text, other);
  });
}

test("the files that start processes contain all required settings and the right ports", () => {
  expect(agreementFaults((file) => readFileSync(join(REPOSITORY_ROOT, file), "utf8"))).toEqual([]);
});

const COMPOSE_PATH = "deploy/container/compose.yaml";
const API_PATH = "deploy/kubernetes/api.yaml";
test.each([
  ["deploy/env/shared.env", "CLICKHOUSE_URL=", "# ", "the api needs CLICKHOUSE_URL"],
  ["deploy/env/edge.env", "PORT=8090", "PORT=8091", "does not give 8091 to the edge"],
  [COMPOSE_PATH, "SPOOL_DIR: /var/lib/shoal/beacons", "", "the edge needs SPOOL_DIR"],
  [COMPOSE_PATH, "127.0.0.1:8090:8090", "127.0.0.1:8090:8091", "nothing of the edge listens on 8091"],
  [COMPOSE_PATH, "depends_on: [api]", "depends_on: [app]", "edge depends on app, which is no service"],
  [
    COMPOSE_PATH,
    "volumes: [media:/var",
    "volumes: [medium:/var",
    "medium:/var/lib/shoal of api is no volume",
  ],
  [COMPOSE_PATH, "  redis:\n    <<: *logs\n", "  redis:\n", "the log of redis grows without end"],
  ["deploy/container/env.example", "DATABASE_PASSWORD=", "DB_PASSWORD=", "DATABASE_PASSWORD is missing"],
  ["deploy/container/Containerfile", " bubblewrap", "", "bubblewrap is not installed"],
  ["deploy/container/Containerfile", "--from=build", "--from=built", "there is no stage built"],
  ["deploy/container/Containerfile", "USER shoal", "USER root", "processes run as root"],
  [API_PATH, "containerPort: 8080", "containerPort: 8081", "8080 is not among the container's ports"],
  [
    API_PATH,
    "path: /readyz, port: 8082",
    "path: /readyz, port: 8080",
    "the readinessProbe does not go to 8082",
  ],
  [API_PATH, 'prometheus.io/port: "8082"', 'prometheus.io/port: "8080"', "Prometheus is led to 8080"],
  [
    API_PATH,
    "secretKeyRef: { name: shoal, key: API_DATABASE_URL",
    "secretKeyRef: { name: shoal, key: API_DB",
    "API_DB",
  ],
  [
    API_PATH,
    "{ name: internal, port: 8082 }",
    "{ name: internal, port: 8083 }",
    "nothing behind api listens on 8083",
  ],
  ["deploy/kubernetes/settings.yaml", "http://api:8082", "http://api:8083", "no service api with port 8083"],
  ["deploy/kubernetes/settings.yaml", "  MEDIA_STORE:", "  MEDIA_STORED:", "no MEDIA_STORE in the ConfigMap"],
  ["deploy/kubernetes/ingress.yaml", "name: edge, port", "name: edges, port", "no http of a service edges"],
  ["deploy/caddy/Caddyfile", "127.0.0.1:8096", "127.0.0.1:8097", "does not name 8097"],
  ["docs/operate/README.md", "| 8098 | worker", "| 8099 | worker", "does not give 8098 to the worker"],
])("a fault is reported if %s has another text for %j", (file, text, other, fault) => {
  expect(faultsWith(file, text, other).join("\n")).toContain(fault);
});
