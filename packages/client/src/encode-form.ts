/**
 * Encodes a form as bytes, and returns their type with its boundary. Node's fetch reads a form itself; if the call is cancelled
 * in the meantime, that throws an error that cannot be caught, and the process ends. Bytes do not have this problem.
 */
export async function encodeForm(form: FormData): Promise<{ bytes: ArrayBuffer; type: string }> {
  const encoded = new Response(form);
  return { bytes: await encoded.arrayBuffer(), type: encoded.headers.get("content-type") ?? "" };
}
