import { describe, expect, it } from 'vitest';
import { proxies } from '../../../playground/processes/proxies.ts';
import { settleEnvironment } from '../../settleEnvironment.ts';

const exceptions = 'localhost,127.0.0.1,::1';

describe('proxies', () => {
  it('are none where there are none', () => {
    expect(proxies({ NO_PROXY: 'intranet.example', PATH: '/bin' })).toStrictEqual({});
  });

  it.each(['HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])(
    'keep %s, with this machine as an exception',
    (name) => {
      expect(proxies({ [name]: 'http://proxy.example:3128' })).toStrictEqual({
        [name]: 'http://proxy.example:3128',
        NO_PROXY: exceptions,
        no_proxy: exceptions,
      });
    },
  );

  it('keep the exceptions that there are, in either case', () => {
    const { no_proxy: list } = proxies({
      HTTP_PROXY: 'http://proxy.example',
      NO_PROXY: 'one.example, localhost',
      no_proxy: 'two.example',
    });
    expect(list).toBe('one.example,localhost,two.example,127.0.0.1,::1');
  });
});

describe('settleEnvironment', () => {
  it("takes the settings of the machine's own n8n away and keeps the rest", () => {
    const env = {
      ...{ N8N_PORT: '1', DB_TYPE: 'postgresdb', EXECUTIONS_MODE: 'queue', WEBHOOK_URL: 'x' },
      ...{ PATH: '/bin', https_proxy: 'http://proxy.example' },
    };
    settleEnvironment(env);
    expect(env).toStrictEqual({
      PATH: '/bin',
      https_proxy: 'http://proxy.example',
      NO_PROXY: exceptions,
      no_proxy: exceptions,
    });
  });
});
