import { describe, expect, it } from 'vitest';
import { refuseEngineTwo } from '../../../nodes/n8n/engineTwo.ts';

const uuid = '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f';

describe('refuseEngineTwo', () => {
  it.each(['1', '1234567', undefined, ''])('lets an execution pass whose ID is %j', (id) => {
    expect(() => refuseEngineTwo({ getExecutionId: () => id })).not.toThrow();
  });

  it('refuses one that Engine 2.0 runs, whose ID is a UUID', () => {
    expect(() => refuseEngineTwo({ getExecutionId: () => uuid })).toThrow(
      'Create Video doesn’t order videos on n8n’s Engine 2.0',
    );
  });
});
