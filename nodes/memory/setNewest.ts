/**
 * Sets an entry of a map as its newest, and drops the oldest ones that are too many.
 *
 * @param most - how many entries the map may hold
 */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
