import assert from 'node:assert/strict';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { form, here, run, workspace, write } from '../context.js';
import { runProgram } from '../openapi-generator.js';

const manifest = `
[package]
name = "videogen"
version = "0.0.0"
edition = "2021"
[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"
[workspace]
`;
// The crates are Debian's, since there is no other registry to count on.
const configuration = `
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
`;

export default {
  tool: 'quicktype: Rust',
  proves: 'its types of a task compile, and read a completed and an unknown state',
  async check() {
    const folder = await workspace('quicktype-rust');
    await mkdir(join(folder, 'src'));
    await mkdir(join(folder, '.cargo'));
    await write(folder, 'Cargo.toml', manifest);
    await write(folder, '.cargo/config.toml', configuration);
    const schema = await write(folder, 'Task.json', form('dereferenced').components.schemas.Task);
    const types = join(folder, 'src/task.rs');
    const options = ['-l', 'rust', '--visibility', 'public', '-o', types];
    const made = await run('quicktype', ['-s', 'schema', schema, ...options]);
    assert.equal(made.code, 0, made.output);
    assert.match(await readFile(types, 'utf8'), /pub status: String/);
    await cp(join(here, 'clients/read_task.rs'), join(folder, 'src/main.rs'));
    const output = await runProgram('cargo', ['run', '--offline', '--quiet'], { cwd: folder });
    assert.equal(output.trim(), 'completed https://a.example/a.mp4\nat work 12.5');
  },
};
