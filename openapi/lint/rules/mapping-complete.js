import { resolve, schemasOf } from '../document.js';

/** Each id of each branch must stand in the discriminator's mapping and lead to that branch. */
export default function check(root) {
  return [...schemasOf(root)]
    .filter(({ schema }) => schema.discriminator)
    .flatMap(({ schema, pointer }) => {
      const { propertyName, mapping = {} } = schema.discriminator;
      const at = [...pointer, 'discriminator'];
      const expected = new Map(
        schema.oneOf.flatMap((branch) =>
          (resolve(root, resolve(root, branch).properties[propertyName]).enum ?? []).map((id) => [
            id,
            branch.$ref,
          ]),
        ),
      );
      const missing = [...expected]
        .filter(([id, branch]) => mapping[id] !== branch)
        .map(([id, branch]) => ({
          message: `The mapping leads ${id} to ${mapping[id] ?? 'nothing'}, expected ${branch}.`,
          pointer: at,
        }));
      const stray = Object.keys(mapping)
        .filter((id) => !expected.has(id))
        .map((id) => ({ message: `The mapping has ${id}, which no branch takes.`, pointer: at }));
      return [...missing, ...stray];
    });
}
