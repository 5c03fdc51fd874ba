import { schemasOf } from '../document.js';

const restricting = [
  'required',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];

/** A keyword that refuses values must say who says so, and why when it is not the service. */
export default function check(root) {
  return [...schemasOf(root)].flatMap(({ schema, pointer }) => {
    const evidence = schema['x-constraint-evidence'] ?? [];
    const isProven = (keyword) =>
      evidence.some((entry) => entry.keyword === keyword && isReason(entry));
    const unproven = restricting
      .filter((keyword) => schema[keyword] !== undefined && !isProven(keyword))
      .map((keyword) => ({
        message: `\`${keyword}\` needs x-constraint-evidence: documented, or an evidence and its because.`,
        pointer: [...pointer, keyword],
      }));
    const idle = evidence
      .filter(({ keyword }) => schema[keyword] === undefined)
      .map(({ keyword }) => ({
        message: `x-constraint-evidence speaks of \`${keyword}\`, which the schema does not have.`,
        pointer: [...pointer, 'x-constraint-evidence'],
      }));
    return [...unproven, ...idle];
  });
}

function isReason({ evidence, because }) {
  return evidence === 'documented' || (['observed', 'assumed'].includes(evidence) && because);
}
