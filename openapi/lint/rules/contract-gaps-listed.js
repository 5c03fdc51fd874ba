const gaps = [
  'codes',
  'count',
  'delivery',
  'deprecation',
  'fields',
  'generations',
  'idempotency',
  'length',
  'mandatory',
  'omission',
  'operations',
  'presence',
  'pricing',
  'range',
  'rateLimits',
  'retention',
  'retries',
  'shape',
  'signing',
  'size',
  'transitions',
  'unit',
  'values',
];

/** Each kind of gap that the service leaves must be listed somewhere, so that none is forgotten in an edit. */
export default function check(root) {
  const listed = new Set();
  JSON.stringify(root, (key, value) => {
    if (key === 'x-unspecified') for (const gap of Object.keys(value)) listed.add(gap);
    return value;
  });
  return gaps
    .filter((gap) => !listed.has(gap))
    .map((gap) => ({
      message: `The gap \`${gap}\` is listed nowhere in x-unspecified.`,
      pointer: ['x-unspecified'],
    }));
}
