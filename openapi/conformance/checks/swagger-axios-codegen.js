import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { codegen } from 'swagger-axios-codegen';
import { form, workspace } from '../context.js';

export default {
  tool: 'swagger-axios-codegen (3.0 profile)',
  proves: 'reading a task asks for its id and puts it into the path',
  async check() {
    const outputDir = await workspace('swagger-axios-codegen');
    const options = { methodNameMode: 'operationId', openApi: '3.0.0', useStaticMethod: true };
    await codegen({ ...options, source: form('old'), outputDir });
    const client = await readFile(`${outputDir}/index.ts`, 'utf8');
    const read = client.slice(client.indexOf('static getTask'));
    assert.match(read, /taskId: string;/);
    assert.match(read, /url\.replace\('\{task_id\}', params\['taskId'\]/);
    assert.match(
      client,
      /static createVideo\(\s*params: \{\s*\/\*\*.*\*\/\s*body\?: GenerationRequest/,
    );
  },
};
