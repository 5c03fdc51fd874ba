import type {
  IConnections,
  INode,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { node, to } from '../../test/engine/node.ts';
import { sortSettings } from '../../test/engine/sortSettings.ts';
import type { ExecutionPlan } from './Plan.ts';

/** What the workflows around the nodes under test tell the history. */
export interface Audience {
  deliver(executionId: string, items: INodeExecutionData[]): Promise<void>;
  tellFailures(executionId: string, items: INodeExecutionData[]): void;
  /** The branch beside all this has run. */
  passBeside(executionId: string): void;
}

const describe = (name: string, outputs = 1): INodeType['description'] => ({
  displayName: name,
  name,
  group: ['transform'],
  version: 1,
  description: 'Stands around the nodes under test',
  defaults: { name },
  inputs: ['main'],
  outputs: Array<'main'>(outputs).fill('main'),
  properties: [],
});

/** The nodes around those under test. */
export function stageNodes(audience: Audience): Record<string, INodeType> {
  return {
    'stage.items': {
      description: describe('items'),
      async execute() {
        return [this.getInputData()];
      },
    },
    'stage.rounds': {
      description: {
        ...describe('rounds', 1),
        properties: [
          { displayName: 'Prompts', name: 'prompts', type: 'json', default: '[]' },
          { displayName: 'Rounds', name: 'rounds', type: 'number', default: 1 },
          { displayName: 'First', name: 'first', type: 'number', default: 0 },
        ],
      },
      async execute() {
        const run = Number(this.evaluateExpression('{{ $runIndex }}', 0));
        const round = run + Number(this.getNodeParameter('first', 0));
        if (round >= Number(this.getNodeParameter('rounds', 0))) return [[]];
        const prompts = this.getNodeParameter('prompts', 0) as string[];
        return [prompts.map((prompt) => ({ json: { prompt: `${prompt}${round}.` } }))];
      },
    },
    'stage.deliver': {
      description: describe('deliver'),
      async execute() {
        await audience.deliver(this.getExecutionId(), this.getInputData());
        return [this.getInputData()];
      },
    },
    'stage.told': {
      description: describe('told'),
      async execute() {
        audience.tellFailures(this.getExecutionId(), this.getInputData());
        return [this.getInputData()];
      },
    },
    'stage.beside': {
      description: describe('beside'),
      async execute() {
        audience.passBeside(this.getExecutionId());
        return [this.getInputData()];
      },
    },
  };
}

/** The workflow of an execution. */
export function workflowOf(
  plan: ExecutionPlan,
  describeType: (type: string) => INodeTypeDescription,
): { nodes: INode[]; connections: IConnections } {
  const { shape, release, watch, isCalled, retryOnFail, onError, rounds, isBranched } = plan;
  const perRound = plan.orders.filter(({ prompt }) => prompt.endsWith('.0.'));
  const credentials = { videoGenApi: { id: '1', name: 'test' } };
  const settings: Partial<INode> = {
    credentials,
    onError,
    ...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1000 }),
  };
  const waiting = {
    timeLimitMinutes: plan.timeoutMinutes,
    options: { release, watch, intervalSeconds: plan.intervalSeconds },
  };
  const creating = {
    prompt: '={{ $json.prompt }}',
    callback: isCalled ? 'resumeExecution' : 'none',
  };
  const isOne = shape === 'createAndWait';
  const last = isOne ? 'Create' : 'Wait';
  const prompts = perRound.map(({ prompt }) => prompt.slice(0, -2));
  // One that comes round again, or as many as there are rounds, one behind the other.
  const sources = Array.from({ length: isBranched ? rounds : 1 }, (_, first) =>
    node(first === 0 ? 'Rounds' : `Rounds ${first}`, 'stage.rounds', {
      parameters: { prompts, rounds, first } as never,
    }),
  );
  const nodes: INode[] = [
    node('Items', 'stage.items'),
    ...sources,
    node('Create', 'n8n-nodes-videogen.createVideo', {
      ...settings,
      parameters: isOne
        ? { operation: 'createAndWait', ...creating, ...waiting }
        : { operation: 'create', ...creating },
    }),
    ...(isOne
      ? []
      : [node('Wait', 'n8n-nodes-videogen.waitForVideo', { ...settings, parameters: waiting })]),
    node('Deliver', 'stage.deliver'),
    node('Told', 'stage.told'),
    // n8n goes on with it when the branches above have come to their end.
    node('Beside', 'stage.beside', { position: [0, 100] }),
  ];
  const fails = onError === 'continueErrorOutput';
  const connections: IConnections = {
    Items: { main: [[...sources.flatMap(({ name }) => to(name)), ...to('Beside')]] },
    ...Object.fromEntries(sources.map(({ name }) => [name, { main: [to('Create')] }])),
    ...(!isOne && { Create: { main: [to('Wait'), ...(fails ? [to('Told')] : [])] } }),
    [last]: { main: [to('Deliver'), ...(fails ? [to('Told')] : [])] },
    ...(rounds > 1 && !isBranched && { Deliver: { main: [to('Rounds')] } }),
  };
  const sorted = nodes.map((one) =>
    one.type.startsWith('stage.') ? one : sortSettings(one, describeType(one.type)),
  );
  return { nodes: sorted, connections };
}
