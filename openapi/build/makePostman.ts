interface Example {
  summary: string;
  description?: string;
  value: object;
}

interface Operation {
  summary: string;
  description: string;
  requestBody?: { content: Record<string, { examples: Record<string, Example> }> };
}

interface Document {
  info: { title: string; description: string };
  servers: Array<{ url: string }>;
  paths: Record<string, Record<string, Operation>>;
}

const json = 'application/json';

// Keeps the new task's id, so that the next request reads the task that was just made.
const keepTaskId = [
  "pm.test('answers with a task', () => pm.response.to.have.jsonBody('id'));",
  "pm.collectionVariables.set('task_id', pm.response.json().id);",
];
const expectStatus = [
  "pm.test('answers with a state', () => pm.response.to.have.jsonBody('status'));",
];

/** A request of the collection; parameters of the path become its variables. */
function toItem(path: string, method: string, operation: Operation, test: string[]) {
  const parts = path.slice(1).replaceAll('{', '{{').replaceAll('}', '}}').split('/');
  const url = { raw: ['{{baseUrl}}', ...parts].join('/'), host: ['{{baseUrl}}'], path: parts };
  return {
    name: operation.summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: test } }],
    request: { method: method.toUpperCase(), url, description: operation.description },
  };
}

/** The same request with an example as its body. */
function withBody({ request, ...item }: ReturnType<typeof toItem>, { value }: Example) {
  const raw = JSON.stringify(value, null, 2);
  const body = { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  const header = [{ key: 'Content-Type', value: json }];
  return { ...item, request: { ...request, header, body } };
}

/**
 * Makes a Postman collection: a pair of requests that work one after the other, and every shape of
 * request that the document shows. Its variables `baseUrl` and `bearerToken` are to be filled.
 *
 * @param dereferenced - the document without references
 */
export function makePostman(dereferenced: object): object {
  const { info, servers, paths } = dereferenced as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const creating = operations.find(({ operation }) => operation.requestBody)!;
  const reading = operations.find(({ operation }) => !operation.requestBody)!;
  const create = toItem(creating.path, creating.method, creating.operation, keepTaskId);
  const read = toItem(reading.path, reading.method, reading.operation, expectStatus);
  const examples = Object.values(creating.operation.requestBody!.content[json]!.examples);
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] },
    item: [
      { name: 'Create and read', item: [withBody(create, examples[0]!), read] },
      {
        name: 'Every shape of request',
        description: 'Each of these creates a task, and so costs money on the real service.',
        item: examples.map((example) => withBody({ ...create, name: example.summary }, example)),
      },
    ],
    variable: [
      { key: 'baseUrl', value: servers[0]!.url },
      { key: 'bearerToken', value: '' },
      { key: 'task_id', value: '' },
    ],
  };
}
