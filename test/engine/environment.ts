import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these when it is loaded, and writes to the home folder without them.
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests-only-for-tests-00';
process.env.N8N_LOG_LEVEL ??= 'silent';
if (process.env.N8N_USER_FOLDER === undefined) {
  const home = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'video-generation-engine-'));
  process.env.N8N_USER_FOLDER = home;
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
}
