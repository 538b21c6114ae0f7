/**
 * The bytes of a form, and their type with its boundary. Node's fetch reads a form that it is given by itself; when the call is cancelled
 * meanwhile, that reading throws where nobody can catch it, and the process ends. Bytes it takes at once.
 */
export async function encodeForm(form: FormData): Promise<{ bytes: ArrayBuffer; type: string }> {
  const encoded = new Response(form);
  return { bytes: await encoded.arrayBuffer(), type: encoded.headers.get("content-type") ?? "" };
}
