import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setInterval as everyMs } from "node:timers/promises";

/** The paths of the PEM files with the certificate and its key. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface TlsPair {
  cert: Buffer;
  key: Buffer;
  /** The certificate's expiry date. */
  validTo: string;
}

/** Reads a certificate and its key. @throws Error that names the setting of the unusable file, without its contents. */
export async function readTlsPair({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const cert = await readSettingFile("RTMPS_CERT_FILE", certFile);
  const key = await readSettingFile("RTMPS_KEY_FILE", keyFile);
  const certificate = parseSettingFile("RTMPS_CERT_FILE", "certificate", () => new X509Certificate(cert));
  const privateKey = parseSettingFile("RTMPS_KEY_FILE", "private key", () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error("RTMPS_KEY_FILE: is not the key of the certificate in RTMPS_CERT_FILE");
  return { cert, key, validTo: certificate.validTo };
}

async function readSettingFile(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${setting}: cannot be read: ${(error as Error).message}`);
  }
}

function parseSettingFile<T>(setting: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new Error(`${setting}: holds no ${what} that can be read`);
  }
}

export interface TlsWatch {
  intervalMs: number;
  signal: AbortSignal;
  onRenewed(pair: TlsPair): void;
  /** Called once per error. A pair that is only half written is usually complete at the next poll. */
  onUnreadable(error: unknown): void;
}

/**
 * Polls the files until the signal fires. Renewals replace files, links or whole folders, which no file watcher follows reliably.
 * Resolves when polling has stopped.
 */
export async function watchTlsFiles(
  files: TlsFiles,
  known: TlsPair,
  { intervalMs, signal, onRenewed, onUnreadable }: TlsWatch,
): Promise<void> {
  let [pair, fault] = [known, ""];
  const check = async () => {
    try {
      const found = await readTlsPair(files);
      fault = "";
      if (found.cert.equals(pair.cert) && found.key.equals(pair.key)) return;
      onRenewed(found);
      pair = found;
    } catch (error) {
      const { message } = error as Error;
      if (message !== fault) onUnreadable(error);
      fault = message;
    }
  };
  try {
    for await (const _ of everyMs(intervalMs, undefined, { signal, ref: false })) await check();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
