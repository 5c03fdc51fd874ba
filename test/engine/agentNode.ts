import type { IDataObject, INodeType } from 'n8n-workflow';

/** A tool as n8n hands it to an agent. */
interface Tool {
  name: string;
  invoke(args: IDataObject): Promise<unknown>;
}

/** Runs of agents that have failed once. */
const failedRuns = new WeakSet();

/**
 * Stands in for an AI agent: calls its tools by n8n's own code, with the arguments of its `calls`
 * parameter, and gives what each call came to. What a model would say is not asked.
 */
export const agentNode: INodeType = {
  description: {
    displayName: 'Agent',
    name: 'agent',
    group: ['transform'],
    version: 1,
    description: 'Calls tools',
    defaults: { name: 'Agent' },
    inputs: ['main', 'ai_tool'],
    outputs: ['main'],
    properties: [
      { displayName: 'Calls', name: 'calls', type: 'json', default: '[]' },
      { displayName: 'Fail First', name: 'failFirst', type: 'boolean', default: false },
      { displayName: 'Together', name: 'together', type: 'boolean', default: false },
    ],
  },
  async execute() {
    const tools = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
    const calls = this.getNodeParameter('calls', 0) as unknown as IDataObject[];
    const call = async (args: IDataObject): Promise<IDataObject> => {
      try {
        return { answer: String(await tools[0]!.invoke(args)) };
      } catch (error) {
        return { failed: (error as Error).message };
      }
    };
    const results: IDataObject[] = [];
    if (this.getNodeParameter('together', 0)) results.push(...(await Promise.all(calls.map(call))));
    else for (const args of calls) results.push(await call(args));
    const run = this.getExecuteData();
    if (this.getNodeParameter('failFirst', 0) && !failedRuns.has(run)) {
      failedRuns.add(run);
      throw new Error('The model did not answer');
    }
    return [results.map((json) => ({ json }))];
  },
};

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
