import { expect, it } from 'vitest';
import { hideInAnswer } from '../../../nodes/service/hideInAnswer.ts';

const key = 'key-0123456789';

it('hides the key in all that an answer says', () => {
  const told = { httpStatus: 200, detail: `no ${key}`, ids: [`x.id "${key}"`] };
  expect(hideInAnswer({ kind: 'unreadable', ...told, taskId: `a${key}` }, [key])).toEqual({
    kind: 'unreadable',
    httpStatus: 200,
    detail: 'no ***',
    ids: ['x.id "***"'],
    taskId: 'a***',
  });
  expect(
    hideInAnswer({ kind: 'redirected', ...told, location: `https://a.test/${key}` }, [key]),
  ).toMatchObject({ location: 'https://a.test/***' });
  expect(
    hideInAnswer({ kind: 'task', httpStatus: 200, task: { id: 'a', [key]: key } }, [key]),
  ).toEqual({ kind: 'task', httpStatus: 200, task: { id: 'a', '***': '***' } });
  expect(hideInAnswer({ kind: 'cancelled' }, [key])).toEqual({ kind: 'cancelled' });
});
