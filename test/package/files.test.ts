import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

interface Packed {
  name: string;
  unpackedSize: number;
  files: Array<{ path: string }>;
}

const manifest = JSON.parse(await readFile('package.json', 'utf8'));

interface Bounds {
  source: string;
  name: string;
  /** Every file of the tarball matches one of these, and each of these matches a file. */
  patterns: RegExp[];
  /** Kilobytes of all files together. */
  unpackedLimitKb: number;
}

const packages: Bounds[] = [
  {
    source: '.',
    name: 'n8n-nodes-video-generation',
    patterns: [
      /^package\.json$/,
      /^(README|LICENSE)\.md$/,
      /^dist\/credentials\/\w+\.credentials\.js$/,
      /^dist\/nodes\/[\w/]+(\.node)?\.js$/,
      /^dist\/nodes\/\w+\/\w+\.node\.json$/,
      /^dist\/(nodes|credentials)\/[\w/.-]+\.svg$/,
    ],
    unpackedLimitKb: 440,
  },
  {
    source: 'openapi',
    name: 'video-generation-openapi',
    patterns: [
      /^package\.json$/,
      /^(README|LICENSE|CHANGELOG|AGENTS)\.md$/,
      /^docs\/unspecified\.md$/,
      /^dist\/openapi(\.3\.0|\.\w+)?\.(yaml|json)$/,
      /^dist\/(arazzo\.yaml|postman\.json|swagger\.json|llms\.txt|reference\.html|reference\.LICENSE\.txt)$/,
      /^dist\/(client|constants|index|taskEnd|toolDefinitions|tools|types|validators)\.(js|cjs|d\.ts|d\.cts)$/,
      /^dist\/command\/[\w/]+\.js$/,
    ],
    unpackedLimitKb: 1_900,
  },
  {
    source: 'sandbox',
    name: 'video-generation-sandbox',
    patterns: [
      /^package\.json$/,
      /^(README|LICENSE|CHANGELOG)\.md$/,
      /^page\/\w+\.(html|css|js)$/,
      /^dist\/[\w/]+(\.d\.ts|\.js)$/,
      /^dist\/fonts\/([\w-]+\.woff2|LICENSES\.txt)$/,
    ],
    unpackedLimitKb: 7_000,
  },
];

const args = ['pack', '--json', '--dry-run', '--ignore-scripts'];
const all = ['--workspaces', '--include-workspace-root'];
const { stdout } = await promisify(execFile)('npm', [...args, ...all]);
// An array up to npm 11, an object by package name from npm 12 on.
const tarballs = Object.values(JSON.parse(stdout) as Record<string, Packed>);

describe.each(packages)('the tarball of $name', ({ source, name, patterns, unpackedLimitKb }) => {
  const packed = tarballs.find((one) => one.name === name)!;
  const paths = packed.files.map(({ path }) => path);

  it('holds only what is used after it is installed', () => {
    expect(paths.filter((path) => !patterns.some((p) => p.test(path)))).toEqual([]);
    expect(patterns.filter((p) => !paths.some((path) => p.test(path)))).toEqual([]);
    expect(packed.unpackedSize / 1000).toBeLessThanOrEqual(unpackedLimitKb);
  });

  if (source !== '.') return;

  it('holds no code whose source is gone, and needs nothing but n8n', () => {
    const compiled = paths.filter((path) => path.endsWith('.js'));
    const sources = compiled.map((path) => path.slice('dist/'.length).replace(/\.js$/, '.ts'));
    expect(sources.filter((file) => !existsSync(file))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
    );
    expect([manifest.dependencies, manifest.optionalDependencies]).toEqual([undefined, undefined]);
    expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
  });
});
