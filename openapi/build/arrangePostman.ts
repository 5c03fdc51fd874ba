interface Item {
  name: string;
  description?: unknown;
  event?: Array<{ listen: string; script: { type: string; exec: string[] } }>;
  item?: Item[];
  request?: {
    method: string;
    url: { path: string[]; variable: Array<{ key: string; value: string }> };
    body?: { raw: string };
  };
  response?: unknown[];
}

interface Operation {
  operationId: string;
  requestBody?: {
    content: Record<
      string,
      { examples: Record<string, { summary: string; description?: string; value: object }> }
    >;
  };
}

export interface Collection {
  info: object;
  item: Item[];
  variable: Array<{ key: string; value: string }>;
}

/** Keeps the new task's id, so that the next request reads the task that was just made. */
const keepTaskId = [
  "pm.test('answers with a task', () => pm.response.to.have.jsonBody('id'));",
  "pm.collectionVariables.set('task_id', pm.response.json().id);",
];
const expectStatus = [
  "pm.test('answers with a state', () => pm.response.to.have.jsonBody('status'));",
];

const requestsIn = (items: Item[]): Item[] =>
  items.flatMap((item) => (item.item ? requestsIn(item.item) : [item]));

const isFreshId = (key: string, value: unknown) =>
  ['id', '_postman_id'].includes(key) && /^[0-9a-f-]{36}$/.test(String(value));

/** Without the identifiers that the converter draws at every run, so that builds do not differ. */
function withoutFreshIds<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (key, inner) =>
    isFreshId(key, inner) ? undefined : inner,
  );
}

function tested(item: Item, exec: string[]): Item {
  return {
    ...structuredClone(item),
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
  };
}

/** The same request with another of the document's examples as its body. */
function withExample(
  item: Item,
  example: { summary: string; description?: string; value: object },
) {
  const copy = tested({ ...item, name: example.summary, response: [] }, keepTaskId);
  copy.request!.body!.raw = JSON.stringify(example.value, null, 2);
  return copy;
}

/**
 * Arranges the converter's collection: a pair of requests that work one after the other, and every
 * shape of request that the document shows.
 *
 * @param collection - what the converter made
 * @param dereferenced - the document without references
 * @returns the collection, the same at every build
 */
export function arrangePostman(collection: Collection, dereferenced: object): Collection {
  const { paths } = dereferenced as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const examples = Object.values(
    operations.find(({ operationId }) => operationId === 'createVideo')!.requestBody!.content[
      'application/json'
    ]!.examples,
  );
  const requests = requestsIn(withoutFreshIds(collection.item));
  const create = requests.find(({ request }) => request!.method === 'POST')!;
  const read = tested(
    requests.find(({ request }) => request!.method === 'GET')!,
    expectStatus,
  );
  for (const variable of read.request!.url.variable) variable.value = `{{${variable.key}}}`;
  return {
    ...collection,
    info: withoutFreshIds(collection.info),
    item: [
      { name: 'Create and read', item: [tested(create, keepTaskId), read] },
      {
        name: 'Every shape of request',
        description: 'Each of these creates a task, and so costs money on the real service.',
        item: examples.map((example) => withExample(create, example)),
      },
    ],
    variable: [
      ...collection.variable,
      { key: 'bearerToken', value: '' },
      { key: 'task_id', value: '' },
    ],
  };
}
