import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface GithubAccount {
  id: number;
  login: string;
}
/** How the provider fails. It is unreachable, redirects the caller, or never ends its response. */
export type GithubFault = "down" | "redirects" | "endless";

/** GitHub's side of the authorization-code flow with PKCE, as its documentation describes it. */
export interface FakeGithub {
  url: string;
  /** The account that is signed in in the browser. Undefined if the user denies access. */
  signInAs(account: GithubAccount | undefined): void;
  /** Makes the token and user calls fail. With undefined, they succeed again. */
  fail(fault: GithubFault | undefined): void;
  close(): Promise<void>;
}

interface IssuedGrant {
  account: GithubAccount;
  redirectUri: string;
  codeChallenge: string;
}

/** @example const github = await startFakeGithub({ clientId: "id", clientSecret: "secret" }); */
export async function startFakeGithub(client: {
  clientId: string;
  clientSecret: string;
}): Promise<FakeGithub> {
  const grants = new Map<string, IssuedGrant>();
  const tokens = new Map<string, GithubAccount>();
  let account: GithubAccount | undefined;
  let fault: GithubFault | undefined;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/login/oauth/authorize")
      return authorize(url.searchParams, response, { clientId: client.clientId, account, grants });
    if (fault) return respondWithFault(fault, response);
    if (url.pathname === "/login/oauth/access_token" && request.method === "POST")
      return void readBody(request).then((body) =>
        sendJson(response, 200, answerToken(body, { client, grants, tokens })),
      );
    if (url.pathname === "/user") return answerUser(request, response, tokens);
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signInAs: (next) => {
      account = next;
    },
    fail: (next) => {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface AuthorizeState {
  clientId: string;
  account: GithubAccount | undefined;
  grants: Map<string, IssuedGrant>;
}

function authorize(query: URLSearchParams, response: ServerResponse, state: AuthorizeState): void {
  const { clientId, account, grants } = state;
  const codeChallenge = query.get("code_challenge");
  const redirectUri = query.get("redirect_uri");
  const isSound = query.get("client_id") === clientId && query.get("code_challenge_method") === "S256";
  if (!isSound || !codeChallenge || !redirectUri) return void response.writeHead(400).end();
  const back = new URL(redirectUri);
  back.searchParams.set("state", query.get("state") ?? "");
  if (account) {
    const code = randomBytes(10).toString("hex");
    grants.set(code, { account, redirectUri, codeChallenge });
    back.searchParams.set("code", code);
  } else back.searchParams.set("error", "access_denied");
  response.writeHead(302, { location: back.href }).end();
}

interface TokenState {
  client: { clientId: string; clientSecret: string };
  grants: Map<string, IssuedGrant>;
  tokens: Map<string, GithubAccount>;
}

/** Responds to a token request. GitHub reports protocol errors with status 200. */
function answerToken(body: string, { client, grants, tokens }: TokenState): object {
  const fields = new URLSearchParams(body);
  const isClient =
    fields.get("client_id") === client.clientId && fields.get("client_secret") === client.clientSecret;
  if (!isClient) return { error: "incorrect_client_credentials" };
  const code = fields.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  const verifier = fields.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (grant?.codeChallenge !== challenge) return { error: "bad_verification_code" };
  if (grant.redirectUri !== fields.get("redirect_uri")) return { error: "redirect_uri_mismatch" };
  const token = `gho_${randomBytes(18).toString("hex")}`;
  tokens.set(token, grant.account);
  return { access_token: token, token_type: "bearer", scope: "" };
}

/** Responds to a request for the user. GitHub rejects calls without a user agent. */
function answerUser(
  request: IncomingMessage,
  response: ServerResponse,
  tokens: Map<string, GithubAccount>,
): void {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const account = request.headers["user-agent"] ? tokens.get(token) : undefined;
  if (account) sendJson(response, 200, { ...account, type: "User" });
  else sendJson(response, 401, { message: "Bad credentials" });
}

function respondWithFault(fault: GithubFault, response: ServerResponse): void {
  if (fault === "down") sendJson(response, 503, { message: "No server is available" });
  else if (fault === "redirects") response.writeHead(307, { location: "http://127.0.0.1:9/" }).end();
  else sendForever(response);
}

function sendForever(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const fill = () => {
    while (!response.destroyed && response.write(" ".repeat(16_384)));
  };
  response.on("drain", fill);
  fill();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
