/** Stands for the segments that are made of a live's parts: nobody publishes hashes of those on other CDNs. */
export class Composing {
  async compose(): Promise<void> {}
}
