import type {
  IDataObject,
  IExecuteFunctions,
  INode,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';

/**
 * A node type of the tests' own.
 *
 * @param fields - its parameters with their defaults
 */
export const testNode = (
  name: string,
  fields: Record<string, unknown>,
  execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
  description: Partial<INodeTypeDescription> = {},
): INodeType => ({
  description: {
    displayName: name,
    name,
    group: ['transform'],
    version: 1,
    description: 'A node of the tests',
    defaults: { name },
    inputs: ['main'],
    outputs: ['main'],
    properties: Object.entries(fields).map(([field, value]) => ({
      displayName: field,
      name: field,
      type: 'json',
      default: value as never,
    })),
    ...description,
  },
  async execute() {
    return await execute(this);
  },
});

/** A tool as n8n hands it to an agent. */
interface Tool {
  invoke(args: IDataObject): Promise<unknown>;
}

/** Runs of agents that have failed once. */
const failedRuns = new WeakSet();

/**
 * Stands in for an AI agent: calls its tool by n8n's own code, with the arguments of its `calls`
 * parameter, and gives what each call came to. What a model would say is not asked.
 */
async function callTools(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const [tool] = (await context.getInputConnectionData('ai_tool', 0)) as [Tool];
  const calls = context.getNodeParameter('calls', 0) as unknown as IDataObject[];
  const call = async (args: IDataObject): Promise<INodeExecutionData> => {
    try {
      return { json: { answer: String(await tool.invoke(args)) } };
    } catch (error) {
      return { json: { failed: (error as Error).message } };
    }
  };
  const results: INodeExecutionData[] = [];
  if (context.getNodeParameter('together', 0))
    results.push(...(await Promise.all(calls.map(call))));
  else for (const args of calls) results.push(await call(args));
  const run = context.getExecuteData();
  if (context.getNodeParameter('failFirst', 0) && !failedRuns.has(run)) {
    failedRuns.add(run);
    throw new Error('The model did not answer');
  }
  return [results];
}

export const testNodes: readonly INodeType[] = [
  // Emits the items of its `items` parameter: the start of every test workflow.
  testNode('items', { items: '[]' }, async (context) => [
    context.getNodeParameter('items', 0) as unknown as INodeExecutionData[],
  ]),
  // Passes its input on: what stands after the node under test.
  testNode('pass', {}, async (context) => [context.getInputData()]),
  // Sends its input round a loop until it has come by `passes` times.
  testNode(
    'again',
    { passes: 1 },
    async (context) => {
      const pass = Number(context.evaluateExpression('{{ $runIndex }}', 0)) + 1;
      const items = context.getInputData();
      return pass < Number(context.getNodeParameter('passes', 0)) ? [items, []] : [[], items];
    },
    { outputs: ['main', 'main'] },
  ),
  testNode('agent', { calls: '[]', failFirst: false, together: false }, callTools, {
    inputs: ['main', 'ai_tool'],
  }),
];

/** The node as n8n offers it to agents. */
export function asTool(node: INodeType): INodeType {
  const { description } = node;
  return Object.assign(Object.create(node) as INodeType, {
    description: {
      ...description,
      name: `${description.name}Tool`,
      inputs: [],
      outputs: ['ai_tool'],
    },
  });
}

/**
 * Refuses parameters that the form doesn't have where they stand: n8n would leave them out without
 * a word, and the test would be one of something else.
 *
 * @throws Error with their names
 */
export function checkForm({ parameters }: INode, { name, properties }: INodeTypeDescription): void {
  const collection = properties.find(({ type }) => type === 'collection');
  const inside = (collection?.options ?? []) as INodeProperties[];
  const { options = {} } = parameters;
  const unknown = [
    ...unknownIn(parameters, properties),
    // The whole collection as one expression has no names yet.
    ...(typeof options === 'string' ? [] : unknownIn(options as object, inside)),
  ];
  if (unknown.length > 0)
    throw new Error(
      `The form of ${name} has no ${unknown.join(', ')}. If the source has it, run npx gulp.`,
    );
}

const unknownIn = (given: object, fields: INodeProperties[]) =>
  Object.keys(given).filter((field) => !fields.some((one) => one.name === field));
