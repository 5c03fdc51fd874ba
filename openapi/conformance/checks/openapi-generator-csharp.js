import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { generateClient, runProgram } from '../openapi-generator.js';

const libraries = [
  '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll',
  'System.ComponentModel.DataAnnotations.dll',
  'System.Runtime.Serialization.dll',
];

export default {
  tool: 'openapi-generator: C# (3.0 profile)',
  proves: 'the models compile; the rest needs RestSharp, which Debian does not have',
  async check() {
    const folder = await generateClient('csharp');
    const source = join(folder, 'src/Org.OpenAPITools');
    const models = await Array.fromAsync(glob(`${source}/Model/*.cs`));
    await runProgram('mcs', [
      ...['-target:library', '-warn:0', `-out:${join(folder, 'models.dll')}`],
      ...libraries.map((name) => `-r:${name}`),
      ...[join(source, 'Client/OpenAPIDateConverter.cs'), ...models],
    ]);
  },
};
