import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { form, requestExamples } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

// As CommonJS, for its ES module imports what its own dependency does not export.
const require = createRequire(import.meta.url);

const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Model ids have dots, which names of GraphQL cannot have; it makes names of its own of them. */
const enumName = (id) => id.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter) => letter.toUpperCase());

export default {
  tool: 'OpenAPI-to-GraphQL (3.0 profile)',
  proves: 'a mutation creates a task of the sandbox, and its link reads it in the same query',
  check: () =>
    withSandbox(async (baseUrl) => {
      const { createGraphQLSchema } = require('openapi-to-graphql');
      const { graphql } = require('graphql');
      const headers = { authorization: `Bearer ${key}` };
      const options = { baseUrl, headers, viewer: false, provideErrorExtensions: false };
      const { schema, report } = await createGraphQLSchema(form('old'), options);
      assert.deepEqual(report.warnings, []);
      const { model, prompt } = requestExamples.text;
      const values = schema.getType('Model')?.getValues() ?? [];
      const named = values.find(({ value }) => value === model)?.name ?? enumName(model);
      const source = `mutation ($prompt: String!) {
        createVideo(${camelCase('generation_request_input')}: { model: ${named}, prompt: $prompt }) { id status getTask { status } }
      }`;
      const { data, errors } = await graphql({ schema, source, variableValues: { prompt } });
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.equal(data.createVideo.status, 'pending');
      assert.ok(data.createVideo.getTask.status);
    }),
};
