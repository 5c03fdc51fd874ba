import { operations } from 'videogen-openapi/constants';
import { type startCli } from '../cli/startCli.ts';

export type Server = Awaited<ReturnType<typeof startCli>>;

export const headersOf = ({ key }: Server) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

/** Creates a task, and returns its id. */
export async function createTask(server: Server, body: object): Promise<string> {
  const response = await fetch(server.url + operations.createVideo.path, {
    method: 'POST',
    headers: headersOf(server),
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`create answered ${response.status}`);
  return ((await response.json()) as { id: string }).id;
}

/** Works through a list with some clients at once. */
export const share = <Item>(
  items: Item[],
  clients: number,
  work: (item: Item) => Promise<unknown>,
) => {
  const queue = [...items];
  const client = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  return Promise.all(Array.from({ length: clients }, client));
};

type Counts = Record<string, number>;

/** The sandbox's own counts. */
export const readHealth = async ({ url }: Server) =>
  (await (await fetch(`${url}/healthz`)).json()) as { tasks: Counts; callbacks: Counts };
