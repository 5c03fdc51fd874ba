import { schemasOf } from '../document.js';

/** The service adds fields; a document that refuses them breaks its readers on that day. */
export default function check(root) {
  return [...schemasOf(root)].flatMap(({ schema, pointer }) =>
    ['additionalProperties', 'unevaluatedProperties']
      .filter((keyword) => schema[keyword] === false)
      .map((keyword) => ({
        message: `\`${keyword}: false\` refuses fields that the service may add.`,
        pointer: [...pointer, keyword],
      })),
  );
}
