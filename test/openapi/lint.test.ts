/* eslint-disable @typescript-eslint/no-explicit-any -- a defect reaches into any corner of the document */

import { describe, expect, it } from 'vitest';
import { readBuilt } from './document.ts';

/** One way to spoil the document, and the rule and words that must report it. */
interface Defect {
  rule: string;
  name: string;
  says: string;
  spoil(document: any): void;
}

const create = (document: any) => document.paths['/v1/videos/generations'].post;
const linkOf = (document: any) => create(document).responses['200'].links.getTask;
const schemas = (document: any) => document.components.schemas;
const renameKey = (object: any, from: string, to: string) => {
  object[to] = object[from];
  delete object[from];
};

const defects: Defect[] = [
  {
    rule: 'callback-expression-resolves',
    name: 'a callback expression that names no field of the request',
    says: "The callback's address is `callback`, which Text to video does not have.",
    spoil: (d) =>
      renameKey(
        create(d).callbacks.taskFinished,
        '{$request.body#/callback_url}',
        '{$request.body#/callback}',
      ),
  },
  {
    rule: 'callback-matches-webhook',
    name: 'a webhook whose body is not that of the callback',
    says: 'No webhook has the body of the callback `receiveTaskCallback`.',
    spoil: (d) =>
      (d.webhooks.taskFinished.post.requestBody = {
        content: { 'application/json': { schema: { type: 'object' } } },
      }),
  },
  {
    rule: 'link-resolves',
    name: 'a link to an unknown operation',
    says: 'The link leads to `readTask`, which no path has.',
    spoil: (d) => (linkOf(d).operationId = 'readTask'),
  },
  {
    rule: 'mapping-complete',
    name: 'a mapping that lacks a model id',
    says: 'The mapping leads videogen-2.0-fast-text-to-video to nothing, expected #/components/schemas/TextToVideoRequest.',
    spoil: (d) =>
      delete schemas(d).GenerationRequest.discriminator.mapping['videogen-2.0-fast-text-to-video'],
  },
  {
    rule: 'objects-stay-open',
    name: 'an answer that refuses unknown fields',
    says: '`additionalProperties: false` refuses fields that the service may add.',
    spoil: (d) => (schemas(d).Task.additionalProperties = false),
  },
  {
    rule: 'null-stays-open',
    name: 'a field of an answer that may be left out but not be null',
    says: '`progress` may be left out, so it may be null as well.',
    spoil: (d) => (schemas(d).Task.properties.progress.type = 'number'),
  },
  {
    rule: 'evidence-on-members',
    name: 'a property that does not say how it is known',
    says: 'Expected x-evidence to be documented, observed, assumed, got undefined.',
    spoil: (d) => delete schemas(d).Task.properties.progress['x-evidence'],
  },
  {
    rule: 'evidence-on-constraints',
    name: 'a restriction that nobody vouches for',
    says: '`maximum` needs x-constraint-evidence: documented, or an evidence and its because.',
    spoil: (d) => (schemas(d).Duration.maximum = 10),
  },
  {
    rule: 'unspecified-listed',
    name: 'an optional field whose default is silently open',
    says: 'Nothing says what is open here; expected x-unspecified to have omission or mandatory.',
    spoil: (d) => delete schemas(d).Duration['x-unspecified'].omission,
  },
  {
    rule: 'contract-gaps-listed',
    name: 'a gap of the service that is listed nowhere',
    says: 'The gap `signing` is listed nowhere in x-unspecified.',
    spoil: (d) => {
      const [callback] = Object.values<any>(create(d).callbacks.taskFinished);
      delete callback.post['x-unspecified'].signing;
    },
  },
];

interface Fault {
  message: string;
}

const plugin = new URL('../../openapi/lint/plugin.js', import.meta.url);
const rules: Record<string, (document: object) => Fault[]> = (await import(plugin.href)).rules;
const bundle = await readBuilt('openapi');

describe('our lint rules', () => {
  it('have a seeded defect each', () => {
    expect([...new Set(defects.map(({ rule }) => rule))].sort()).toEqual(Object.keys(rules).sort());
  });

  it.each(Object.keys(rules))('%s accepts the document', (rule) => {
    expect(rules[rule]!(bundle)).toEqual([]);
  });

  it.each(defects)('$rule catches $name', ({ rule, says, spoil }) => {
    const document = structuredClone(bundle);
    spoil(document);
    expect(rules[rule]!(document).map(({ message }) => message)).toContain(says);
  });
});
