/** Drops all tables. The next user of the engine creates its own. @param url the URL of the engine, with user, password and database. */
export async function dropAnalyticsTables(url: string): Promise<void> {
  const names = (await runQuery(url, "SHOW TABLES")).split("\n").filter(Boolean);
  for (const name of names) await runQuery(url, `DROP TABLE ${name} SYNC`);
}

async function runQuery(url: string, sql: string): Promise<string> {
  const { origin, password } = new URL(url);
  const headers = { "x-clickhouse-key": password };
  const response = await fetch(origin, { method: "POST", headers, body: sql });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} to ${sql}: ${answer}`);
  return answer;
}
