import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack, type Packed } from './pack.ts';

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
    name: 'n8n-nodes-videogen',
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
    name: 'videogen-openapi',
    patterns: [
      /^package\.json$/,
      /^(README|LICENSE|CHANGELOG)\.md$/,
      /^docs\/unspecified\.md$/,
      /^dist\/openapi(\.3\.0|\.\w+)?\.(yaml|json)$/,
      /^dist\/(arazzo\.yaml|postman\.json|swagger\.json|llms\.txt|reference\.html|reference\.LICENSE\.txt)$/,
      /^dist\/(client|constants|index|toolDefinitions|tools|types|validators)\.(js|cjs|d\.ts|d\.cts)$/,
      /^dist\/command\/[\w/]+\.js$/,
    ],
    unpackedLimitKb: 1_850,
  },
  {
    source: 'sandbox',
    name: 'videogen-sandbox',
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

const paths = ({ files }: Packed) => files.map(({ path }) => path);

describe.each(packages)('the tarball of $name', ({ source, name, patterns, unpackedLimitKb }) => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await pack(source);
  }, 120_000);
  afterAll(() => packed.remove());

  it('holds only what is used after it is installed', () => {
    const { unpackedSize } = packed;
    expect(packed.name).toBe(name);
    expect(paths(packed).filter((path) => !patterns.some((p) => p.test(path)))).toEqual([]);
    expect(patterns.filter((p) => !paths(packed).some((path) => p.test(path)))).toEqual([]);
    expect(unpackedSize / 1000).toBeLessThanOrEqual(unpackedLimitKb);
  });
});

describe('the tarball of n8n-nodes-videogen', () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await pack('.');
  }, 120_000);
  afterAll(() => packed.remove());

  it('holds no code whose source is gone', () => {
    const compiled = paths(packed).filter((path) => path.endsWith('.js'));
    const sources = compiled.map((path) => path.slice('dist/'.length).replace(/\.js$/, '.ts'));
    const gone = sources.filter((source) => !existsSync(source));
    expect(gone).toEqual([]);
  });

  it('needs nothing but n8n at run time', async () => {
    const manifest = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
  });

  it('holds each node, credential and icon that it names', async () => {
    const { n8n } = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8'));
    for (const file of [...n8n.nodes, ...n8n.credentials]) {
      const text = await readFile(join(packed.folder, file), 'utf8');
      const icons = [...text.matchAll(/["'`]file:([^"'`]+\.svg)["'`]/g)].map(([, icon]) => icon!);
      expect(icons).not.toEqual([]);
      for (const icon of icons)
        expect(existsSync(join(packed.folder, file, '..', icon))).toBe(true);
    }
  });
});
