import type { Point } from "./world/projection.ts";

export interface Cluster<T> extends Point {
  /** The items in the order in which they were added. */
  items: T[];
}

/**
 * Clusters items that would overlap: each item joins the first cluster whose centre is closer than `distance`, or starts a new cluster.
 * @param items the items, with their positions on the zoomed map.
 * @param distance the minimum distance between clusters, in pixels.
 */
export function clustersOf<T extends Point>(items: readonly T[], distance: number): Cluster<T>[] {
  const clusters: Cluster<T>[] = [];
  for (const item of items) {
    const near = clusters.find(({ x, y }) => Math.hypot(x - item.x, y - item.y) < distance);
    if (near) addToCluster(near, item);
    else clusters.push({ x: item.x, y: item.y, items: [item] });
  }
  return clusters;
}

/** Adds an item to a cluster, and moves the cluster's centre to the mean position. */
function addToCluster<T extends Point>(cluster: Cluster<T>, item: T): void {
  cluster.items.push(item);
  const count = cluster.items.length;
  cluster.x += (item.x - cluster.x) / count;
  cluster.y += (item.y - cluster.y) / count;
}

/** Returns the bounding rectangle of points. */
export function boundsOf(points: readonly Point[]): { from: Point; to: Point } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    from: { x: Math.min(...xs), y: Math.min(...ys) },
    to: { x: Math.max(...xs), y: Math.max(...ys) },
  };
}
