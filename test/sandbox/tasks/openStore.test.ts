import { expect, it } from 'vitest';
import { openStore } from '../../../sandbox/src/tasks/openStore.ts';
import { makeFolder } from '../cli/startCli.ts';
import { textRequest } from '../startTestSandbox.ts';

it('notes what came of a callback and what follows together, or neither', async () => {
  const store = openStore(await makeFolder());
  const { id } = store.insert('task_1', textRequest as never, [], 0);
  const attempt = store.beginAttempt(id, 'result', 0);
  const answer = { taskId: id, attempt, taken: true, httpStatus: 200, outcome: 'taken: 200' };
  expect(() => store.endAttempt(answer, { state: null as never })).toThrow();
  expect(store.attempts(id)).toMatchObject([{ outcome: 'sent, no answer yet' }]);
  store.endAttempt(answer, { state: 'delivered' });
  expect(store.attempts(id)).toMatchObject([{ outcome: 'taken: 200' }]);
  expect(store.find(id)).toMatchObject({ callbackState: 'delivered' });
  store.close();
});
