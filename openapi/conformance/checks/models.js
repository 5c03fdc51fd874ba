import assert from 'node:assert/strict';
import { join } from 'node:path';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { strictTools, tools } from 'video-generation-openapi/tools';
import { here, root, run, write } from '../context.js';

const consumer = `
import type { Tool as SnakeCaseTool } from '@anthropic-ai/sdk/resources/messages';
import type { FunctionDeclaration } from '@google/genai';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool } from 'openai/resources/responses/responses';
import { strictTools, tools, type ToolForms } from 'video-generation-openapi/tools';

for (const forms of [tools, strictTools]) {
  const protocol: Tool[] = forms.inputSchema;
  const snakeCase: SnakeCaseTool[] = forms.input_schema;
  const declarations: FunctionDeclaration[] = forms.parametersJsonSchema;
  const functions: FunctionTool[] = forms.parameters;
  const nested: ChatCompletionTool[] = forms.function;
  console.log(protocol, snakeCase, declarations, functions, nested);
}
// @ts-expect-error a tool of one form is none of another
export const wrong: Tool[] = ([] as ToolForms['input_schema']);
`;

/** One of the two takes the type of an enum from its values and leaves it out. */
const withoutTypeOfEnums = (schema) =>
  JSON.parse(JSON.stringify(schema), (_, node) => {
    if (node?.enum) delete node.type;
    return node;
  });

export const proves =
  'the tools assign to the types of four SDKs; their makers of strict schemas change nothing';

export async function check() {
  for (const { parameters } of strictTools.parameters) {
    assert.deepEqual(toStrictJsonSchema(parameters), parameters);
    assert.deepEqual(transformJSONSchema(parameters), withoutTypeOfEnums(parameters));
  }
  // What is not strict, they do change.
  const [{ parameters }] = tools.parameters;
  assert.notDeepEqual(transformJSONSchema(parameters), withoutTypeOfEnums(parameters));

  // Beside the SDKs, so that it finds them.
  const file = await write(join(here, 'node_modules'), 'consumer.mts', consumer);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  await run(join(root, 'node_modules/.bin/tsc'), [...options, '--target', 'es2023', file]);
}
