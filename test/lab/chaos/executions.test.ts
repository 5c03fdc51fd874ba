import { stringify } from 'flatted';
import { describe, expect, it } from 'vitest';
import type { N8nClient } from '../../../playground/index.ts';
import { readEnded } from '../../../lab/chaos/shape/executions.ts';

/** An n8n with one execution, which ran "Deliver" with this item. */
const n8nWith = (id: string, status: string, json: object): N8nClient => {
  const runData = { Deliver: [{ data: { main: [[{ json }]] } }] };
  const stored = { id, status, data: stringify({ resultData: { runData } }) };
  const get = (path: string) =>
    Promise.resolve(path.startsWith('/rest/executions?') ? { results: [stored] } : stored);
  return { get } as unknown as N8nClient;
};
const video = { id: 'task_1', videoUrl: 'https://videos.example/1.mp4' };

describe('readEnded', () => {
  it('counts a delivery that n8n had not noted as a success when it was killed', async () => {
    const { ended } = await readEnded(n8nWith('1', 'crashed', video), 'w', 'Deliver');
    expect(ended).toMatchObject([{ id: '1', status: 'crashed', delivered: 'task_1' }]);
  });

  it('does not count what left the last node without a video', async () => {
    const { ended } = await readEnded(n8nWith('2', 'success', { id: 'task_1' }), 'w', 'Deliver');
    expect(ended[0]!.delivered).toBeUndefined();
  });

  it('reads all pages, also of executions that were resumed later than newer ones', async () => {
    const all = Array.from({ length: 250 }, (_, index) => ({
      id: String(index + 1),
      status: index === 40 ? 'running' : 'waiting',
      startedAt: new Date(1_000_000 + ((index * 7) % 250) * 1_000).toISOString(),
    })).sort((one, other) => other.startedAt.localeCompare(one.startedAt));
    // As n8n answers: those that run in front, then the latest, at most a hundred.
    const get = (path: string) => {
      const filter = JSON.parse(new URL(path, 'http://n8n').searchParams.get('filter')!) as {
        status?: string[];
        startedBefore?: string;
      };
      const { status, startedBefore = '9' } = filter;
      const meant = all.filter(
        (one) => one.startedAt <= startedBefore && (status?.includes(one.status) ?? true),
      );
      const inFront = (one: { status: string }) => Number(one.status === 'running');
      const sorted = meant.toSorted((one, other) => inFront(other) - inFront(one));
      return Promise.resolve({ results: sorted.slice(0, 100) });
    };
    const { underWay } = await readEnded({ get } as unknown as N8nClient, 'w', 'Deliver');
    expect(underWay).toBe(250);
  });

  it('says how many have not ended, whatever n8n calls them', async () => {
    for (const status of ['new', 'running', 'waiting'])
      expect(await readEnded(n8nWith('3', status, video), 'w', 'Deliver')).toEqual({
        ended: [],
        underWay: 1,
      });
  });
});
