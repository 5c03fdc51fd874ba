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
    const evidence = schema['x-constraint-evidence'] ?? {};
    const unproven = restricting
      .filter((keyword) => schema[keyword] !== undefined && !isProven(evidence[keyword]))
      .map((keyword) => ({
        message: `\`${keyword}\` needs x-constraint-evidence: documented, or an evidence and its because.`,
        pointer: [...pointer, keyword],
      }));
    const idle = Object.keys(evidence)
      .filter((keyword) => schema[keyword] === undefined)
      .map((keyword) => ({
        message: `x-constraint-evidence speaks of \`${keyword}\`, which the schema does not have.`,
        pointer: [...pointer, 'x-constraint-evidence'],
      }));
    return [...unproven, ...idle];
  });
}

function isProven(entry) {
  if (entry === 'documented') return true;
  return ['documented', 'observed', 'assumed'].includes(entry?.evidence) && Boolean(entry.because);
}
