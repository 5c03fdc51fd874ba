import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../playground/demo/seed.ts';
import { rootFolder } from '../../playground/folders.ts';

const require = createRequire(import.meta.url);
const manifest = require('../../package.json') as { name: string; n8n: { nodes: string[] } };
const builtNodes = new Map(
  manifest.n8n.nodes.map((file) => {
    const [NodeClass] = Object.values(require(join(rootFolder, file)) as Record<string, unknown>);
    const { description } = new (NodeClass as new () => INodeType)();
    return [`${manifest.name}.${description.name}`, description];
  }),
);
const examples = await readExamples();

// Parameters of a collection are written "options.duration".
const names = (properties: INodeProperties[]): string[] =>
  properties.flatMap(({ name, type, options }) =>
    type === 'collection'
      ? names(options as INodeProperties[]).map((inner) => `${name}.${inner}`)
      : [name],
  );
const given = (parameters: Record<string, unknown>): string[] =>
  Object.entries(parameters).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  );

describe.each(examples)('$name', (workflow) => {
  const text = JSON.stringify(workflow);

  it('uses the nodes of the package and parameters that they have', () => {
    const own = workflow.nodes.filter(({ type }) => type.startsWith(`${manifest.name}.`));
    expect(own.length).toBeGreaterThan(0);
    for (const { type, typeVersion, parameters } of own) {
      // n8n makes a tool of a node under its name and "Tool".
      const description = builtNodes.get(type.replace(/Tool$/, ''))!;
      expect([description.version].flat()).toContain(typeVersion);
      const known = [...names(description.properties), 'toolDescription'];
      expect(known).toEqual(expect.arrayContaining(given(parameters)));
    }
  });

  it('holds no credential and no address of a machine, and shows what costs money', () => {
    expect(workflow.nodes.filter(({ credentials }) => credentials)).toEqual([]);
    expect(text).not.toMatch(/localhost|127\.0\.0\.1/);
    expect(text).toContain('costs money');
  });
});
