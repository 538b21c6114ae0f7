/** Stands for the loading of what a live has published: see no-prefetch.ts. */
export class Prefetching {
  publish(): void {}
  run(): void {}
}
