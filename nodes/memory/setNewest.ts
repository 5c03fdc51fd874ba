/**
 * Sets an entry of a map as its newest, and drops the oldest one where that is one too many.
 *
 * @param most - how many entries the map may hold
 */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
