import { cp, glob, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { here } from '../context.js';
import { createsAndReads, generateClient, runProgram } from '../openapi-generator.js';

export default {
  tool: 'openapi-generator: Go (3.0 profile)',
  proves: 'the client passes go vet, creates and reads a task of the sandbox',
  async check() {
    const folder = await generateClient('go', ['packageName=videogen']);
    const tree = join(folder, 'tree/src');
    await mkdir(join(tree, 'videogen'), { recursive: true });
    for await (const file of glob(`${folder}/*.go`))
      await cp(file, join(tree, 'videogen', basename(file)));
    await cp(join(here, 'clients/create_and_read.go'), join(tree, 'example/main.go'));
    // The client's one dependency is Debian's golang-golang-x-oauth2-dev.
    const env = {
      GO111MODULE: 'off',
      GOPATH: `${join(folder, 'tree')}:/usr/share/gocode`,
      GOFLAGS: '',
    };
    await runProgram('go', ['vet', 'videogen', 'example'], { env });
    await createsAndReads('go', ['run', 'example'], { env });
  },
};
