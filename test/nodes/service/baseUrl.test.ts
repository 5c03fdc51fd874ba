import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../../nodes/service/baseUrl.ts';
import { operations } from '../../../nodes/generated/contract.ts';

const { path } = operations.createVideo;
const version = `/${path.split('/')[1]}`;
const task = operations.getTask.path;

describe('readBaseUrl', () => {
  it.each([
    ['https://a.test', 'https://a.test'],
    ['https://a.test/', 'https://a.test'],
    ['  https://a.test///\n', 'https://a.test'],
    ['HTTPS://A.test', 'https://a.test'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
    [`https://a.test${version}`, 'https://a.test'],
    [`https://a.test${version.toUpperCase()}/`, 'https://a.test'],
    [`https://a.test${path}`, 'https://a.test'],
    [`https://a.test${path}/`, 'https://a.test'],
    [`https://a.test${task}`, 'https://a.test'],
    [`https://a.test${task.replace(/\{.*\}/, 'task_1')}`, 'https://a.test'],
    [`https://a.test${task.replace(/\/\{.*\}/, '')}`, 'https://a.test'],
    ['https://a.test/gate', 'https://a.test/gate'],
    [`https://a.test/gate${version}/`, 'https://a.test/gate'],
    [`https://a.test//gate/${path}`, 'https://a.test/gate'],
    [`https://a.test${version}${version}`, `https://a.test${version}`],
    [`https://a.test/gate${version}/other`, 'https://a.test/gate'],
    ['https://a.test/v99', 'https://a.test/v99'],
  ])('takes %j for %j', (typed, base) => {
    expect(readBaseUrl(typed)).toEqual({ baseUrl: base });
  });

  it.each([
    ['', 'is empty'],
    ['   ', 'is empty'],
    [undefined, 'is empty'],
    ['api.example.com', 'isn’t a web address'],
    ['api.example.com:8080', 'isn’t a web address'],
    ['localhost:8787', 'isn’t a web address'],
    ['//api.example.com', 'isn’t a web address'],
    ['ftp://api.example.com', 'isn’t a web address'],
    ['xhttps://a.test', 'isn’t a web address'],
    ['https://', 'isn’t a web address'],
    ['https://me:secret@a.test', 'contains a user name or a password'],
    ['https://:secret@a.test', 'contains a user name or a password'],
    ['https://me@a.test', 'contains a user name or a password'],
    ['http://me:se/cret@a.test', 'isn’t a web address'],
    ['https://a.test/?key=secret', 'contains a ? or a #'],
    ['https://a.test/?', 'contains a ? or a #'],
    ['https://a.test/#secret', 'contains a ? or a #'],
  ])('refuses %j because it %s, and shows no secret of it', (typed, why) => {
    const { problem } = readBaseUrl(typed);
    expect(problem).toContain(`The Base URL of the VideoGen API credential ${why}`);
    expect(problem).not.toMatch(/secret|cret@/);
  });
});
