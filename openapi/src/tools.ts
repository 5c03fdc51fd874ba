import { operations } from '../dist/constants.js';
import { definitions } from '../dist/toolDefinitions.js';

/** JSON Schema of a tool's input: always one object. */
export interface ToolSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  [keyword: string]: unknown;
}

/** A tool before it takes the form of an API. */
export interface ToolDefinition {
  name: string;
  operation: keyof typeof operations;
  description: string;
  /** Allows exactly what the document allows. */
  schema: ToolSchema;
  /** Every field required and nullable, no others; says in words what few model APIs let a schema say. */
  strictSchema: ToolSchema;
}

/** The same tools in each form in use; a form is named by the key under which it has the schema. */
export interface ToolForms {
  /** As the Model Context Protocol has it. */
  inputSchema: Array<{ name: string; description: string; inputSchema: ToolSchema }>;
  input_schema: Array<{
    name: string;
    description: string;
    input_schema: ToolSchema;
    strict: boolean;
  }>;
  parametersJsonSchema: Array<{
    name: string;
    description: string;
    parametersJsonSchema: ToolSchema;
  }>;
  parameters: Array<{
    type: 'function';
    name: string;
    description: string;
    parameters: ToolSchema;
    strict: boolean;
  }>;
  function: Array<{
    type: 'function';
    function: { name: string; description: string; parameters: ToolSchema; strict: boolean };
  }>;
}

function formsOf(key: 'schema' | 'strictSchema'): ToolForms {
  const strict = key === 'strictSchema';
  const all = definitions.map(({ name, description, [key]: schema }) => ({
    named: { name, description },
    schema,
  }));
  const type = 'function' as const;
  return {
    inputSchema: all.map(({ named, schema }) => ({ ...named, inputSchema: schema })),
    input_schema: all.map(({ named, schema }) => ({ ...named, input_schema: schema, strict })),
    parametersJsonSchema: all.map(({ named, schema }) => ({
      ...named,
      parametersJsonSchema: schema,
    })),
    parameters: all.map(({ named, schema }) => ({ type, ...named, parameters: schema, strict })),
    function: all.map(({ named, schema }) => ({
      type,
      function: { ...named, parameters: schema, strict },
    })),
  };
}

/** Tools whose schemas allow exactly what the document allows. */
export const tools: ToolForms = formsOf('schema');

/** The same for APIs that demand every field required and nullable, and no others. */
export const strictTools: ToolForms = formsOf('strictSchema');

/** What to send for a model's call, relative to the base URL, with the key as Bearer. */
export interface ToolRequest {
  method: string;
  path: string;
  /** JSON of the body; absent for a read. */
  body?: string;
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The arguments of ${name} are a text that is no JSON.`);
  }
}

/** The arguments as an object; some APIs hand them over as its text. */
function readArguments(name: string, input: unknown): Record<string, unknown> {
  const given = typeof input === 'string' ? parse(name, input) : input;
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return given as Record<string, unknown>;
  throw new Error(`Expected the arguments of ${name} to be an object or its JSON.`);
}

/**
 * Turns a model's call of one of these tools into the request that it means. Fields that are null,
 * as the strict tools have them, are left out. Sends nothing.
 *
 * @param name - the tool that the model called
 * @param input - the arguments that it gave, as an object or as the text of one
 * @throws Error when there is no such tool, when the arguments are no object, or when a read names
 *   no task
 */
export function toRequest(name: string, input: Record<string, unknown> | string): ToolRequest {
  const tool = definitions.find((definition) => definition.name === name);
  if (!tool) {
    const names = definitions.map((definition) => definition.name).join(', ');
    throw new Error(`There is no tool ${name}. The tools are ${names}.`);
  }
  const { method, path } = operations[tool.operation];
  const object = readArguments(name, input);
  const given = Object.entries(object).filter(([, value]) => value !== null);
  if (method === 'POST') return { method, path, body: JSON.stringify(Object.fromEntries(given)) };
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = object[field];
      // A path of dots would lead out of the tasks, however it is escaped.
      if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
        throw new Error(`${name} needs ${field}, the id of a task.`);
      return encodeURIComponent(value);
    }),
  };
}
