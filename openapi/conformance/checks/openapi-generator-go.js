import { cp, glob, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readmeSnippets, write } from '../context.js';
import { createsAndWaits, generateClient, runProgram } from '../openapi-generator.js';

export default {
  tool: 'openapi-generator: Go (3.0 profile)',
  proves:
    "the client passes go vet; the README's program creates a task of the sandbox and waits for it",
  async check() {
    const folder = await generateClient('go', ['packageName=videogen']);
    const tree = join(folder, 'tree/src');
    await mkdir(join(tree, 'try/videogen'), { recursive: true });
    for await (const file of glob(`${folder}/*.go`))
      await cp(file, join(tree, 'try/videogen', basename(file)));
    const [snippet] = await readmeSnippets('go');
    await write(join(tree, 'try'), 'main.go', snippet);
    // The client's one dependency is Debian's golang-golang-x-oauth2-dev.
    const env = {
      GO111MODULE: 'off',
      GOPATH: `${join(folder, 'tree')}:/usr/share/gocode`,
      GOFLAGS: '',
    };
    await runProgram('go', ['vet', 'try/videogen', 'try'], { env });
    await createsAndWaits('go', ['run', 'try'], { env });
  },
};
