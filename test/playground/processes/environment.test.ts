import { describe, expect, it, vi } from 'vitest';
import { environment } from '../../../playground/processes/environment.ts';

describe('environment', () => {
  it("keeps the caller's settings of n8n, its database and Node away from the child", () => {
    for (const name of ['N8N_PORT', 'DB_TYPE', 'NODE_ENV', 'VITEST', 'NODE_OPTIONS'])
      vi.stubEnv(name, 'something else');
    vi.stubEnv('PATH', '/somewhere/bin');
    const given = environment({ N8N_USER_FOLDER: '/tmp/n8n' });
    vi.unstubAllEnvs();
    expect(given).toMatchObject({ PATH: '/somewhere/bin', N8N_USER_FOLDER: '/tmp/n8n' });
    for (const name of ['N8N_PORT', 'DB_TYPE', 'NODE_ENV', 'VITEST', 'NODE_OPTIONS'])
      expect(given).not.toHaveProperty(name);
  });
});
