import {
  type AddedApiKey,
  type ApiKeyInputInput,
  type ApiKeyView,
  type ShoalClient,
  ShoalError,
} from "@shoal/client";
import {
  type Command,
  formatTable,
  type Invocation,
  printResult,
  stripControlCharacters,
  textOptionOf,
} from "./command.ts";
import { UsageError } from "./errors.ts";

export const keysCommand: Command = {
  name: "keys",
  usage: "list | create --type TYPE --description TEXT | rotate UUID | delete UUID",
  summary: "List, create, rotate and delete API keys, signed in as a manager",
  options: { type: { type: "string" }, description: { type: "string" } },
  help: {
    "--type TYPE": "what the new key can do; the API reference lists the types",
    "--description TEXT": "what the key is for",
  },
  async run(invocation) {
    const [action, ...names] = invocation.names;
    if (!["list", "create", "rotate", "delete"].includes(action ?? ""))
      throw new UsageError("Use keys list, create, rotate or delete");
    const { shoal } = await invocation.client();
    const id = await clientOf(shoal, invocation);
    if (action === "list") await listKeys(shoal, id, invocation);
    else if (action === "create") await createKey(shoal, id, invocation);
    else {
      const [key] = names;
      if (!key) throw new UsageError(`keys ${action} needs the uuid of a key`);
      if (action === "delete") await shoal.deleteApiKey({ params: { id, key } });
      else printAddedKey(invocation, await shoal.rotateApiKey({ params: { id, key }, body: {} }));
    }
    return undefined;
  },
};

/** Returns the uuid of the caller's client. An API key cannot create keys. This requires a manager's session. */
async function clientOf(shoal: ShoalClient, { terminal }: Invocation): Promise<string> {
  try {
    return (await shoal.getMe({}, { signal: terminal.signal })).client;
  } catch (error) {
    if (!(error instanceof ShoalError) || (error.status !== 401 && error.status !== 403)) throw error;
    throw new UsageError(
      "API keys cannot manage API keys: set SHOAL_KEY to the credential of a manager's session",
      "refused",
    );
  }
}

async function listKeys(shoal: ShoalClient, id: string, invocation: Invocation): Promise<void> {
  const all: ApiKeyView[] = [];
  for await (const key of shoal.all("listApiKeys", { params: { id } })) all.push(key);
  const { out } = invocation.terminal;
  if (invocation.isJson) for (const key of all) out(JSON.stringify(key));
  else {
    const rows = all.map(({ uuid, type, lastUsedAt, description }) => [
      uuid,
      type,
      lastUsedAt ?? "never used",
      stripControlCharacters(description),
    ]);
    for (const line of formatTable(rows)) out(line);
  }
}

async function createKey(shoal: ShoalClient, id: string, invocation: Invocation): Promise<void> {
  const description = textOptionOf(invocation, "description");
  if (!description) throw new UsageError("keys create needs --description");
  const type = textOptionOf(invocation, "type") as ApiKeyInputInput["type"];
  const body = { description, ...(type === undefined ? {} : { type }) };
  printAddedKey(invocation, await shoal.addApiKey({ params: { id }, body }));
}

function printAddedKey(invocation: Invocation, made: AddedApiKey): void {
  invocation.terminal.err("The key is shown only once: store it safely.");
  printResult(invocation, made, made.key);
}
