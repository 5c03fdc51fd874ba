import { describe, expect, it } from 'vitest';
import { joinBaseUrl } from '../../../nodes/service/baseUrl.ts';
import { operations } from '../../../nodes/generated/contract.ts';

const { path } = operations.createVideo;
const version = `/${path.split('/')[1]}`;
const task = operations.getTask.path;

describe('joinBaseUrl', () => {
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
    [`https://a.test${version}/gate`, `https://a.test${version}/gate`],
    ['https://a.test/v99', 'https://a.test/v99'],
  ])('takes %j for %j', (typed, base) => {
    expect(joinBaseUrl(typed, '')).toBe(base);
    expect(joinBaseUrl(typed, path)).toBe(base + path);
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
    ['https://', 'isn’t a web address'],
    ['https://me:secret@a.test', 'contains a user name or a password'],
    ['https://:secret@a.test', 'contains a user name or a password'],
    ['https://me@a.test', 'contains a user name or a password'],
    ['http://me:se/cret@a.test', 'isn’t a web address'],
    ['https://a.test/?key=secret', 'contains a ? or a #'],
    ['https://a.test/?', 'contains a ? or a #'],
    ['https://a.test/#secret', 'contains a ? or a #'],
  ])('refuses %j because it %s, and shows no secret of it', (typed, why) => {
    const join = () => joinBaseUrl(typed as string, path);
    expect(join).toThrow(why);
    expect(join).not.toThrow(/secret|cret@/);
  });
});
