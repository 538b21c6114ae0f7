/**
 * Encodes a form as bytes, and returns them with their type, which contains the boundary. If Node's fetch encodes the form and the call
 * is cancelled meanwhile, it throws an error that cannot be caught, and the process ends.
 */
export async function encodeForm(form: FormData): Promise<{ bytes: ArrayBuffer; type: string }> {
  const encoded = new Response(form);
  return { bytes: await encoded.arrayBuffer(), type: encoded.headers.get("content-type") ?? "" };
}
