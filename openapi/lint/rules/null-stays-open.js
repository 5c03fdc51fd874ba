import { schemasOf } from '../document.js';

/** Nothing states whether the service sends null for what it may leave out, so answers take it. */
export default function check(root) {
  return [...schemasOf(root)]
    .filter(({ schema }) => schema['x-unspecified']?.presence && schema.type)
    .filter(({ schema }) => ![schema.type].flat().includes('null'))
    .map(({ pointer }) => ({
      message: `\`${pointer.at(-1)}\` may be left out, so it may be null as well.`,
      pointer: [...pointer, 'type'],
    }));
}
