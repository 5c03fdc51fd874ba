import assert from 'node:assert/strict';
import { join } from 'node:path';
import { form, here, run, workspace, write } from '../context.js';
import { runProgram } from '../openapi-generator.js';

const newtonsoft = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

export default {
  tool: 'quicktype: C#',
  proves: 'its classes of a task compile, and read a completed and an unknown state',
  async check() {
    const folder = await workspace('quicktype-csharp');
    const schema = await write(folder, 'Task.json', form('dereferenced').components.schemas.Task);
    const source = join(folder, 'Task.cs');
    const options = [
      '--namespace',
      'VideoGen',
      '--csharp-version',
      '6',
      '--features',
      'attributes-only',
    ];
    const made = await run('quicktype', [
      '-s',
      'schema',
      schema,
      '-l',
      'csharp',
      '--framework',
      'NewtonSoft',
      ...options,
      '-o',
      source,
    ]);
    assert.equal(made.code, 0, made.output);
    const program = join(folder, 'program.exe');
    const client = join(here, 'clients/ReadTask.cs');
    await runProgram('mcs', ['-warn:0', `-out:${program}`, `-r:${newtonsoft}`, source, client]);
    const env = { MONO_PATH: '/usr/lib/cli/Newtonsoft.Json-5.0' };
    const output = await runProgram('mono', [program], { env });
    assert.equal(output.trim(), 'completed https://a.example/a.mp4\nat work 12.5');
  },
};
