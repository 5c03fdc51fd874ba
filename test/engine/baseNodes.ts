import { createRequire } from 'node:module';
import type {
  FilterValue,
  IDataObject,
  IExecuteFunctions,
  INode,
  INodeExecutionData,
  INodeType,
} from 'n8n-workflow';
import type * as workflowModule from 'n8n-workflow';
import { readFilters, type Tables } from './dataTables.ts';
import { testNode } from './testNodes.ts';

const require = createRequire(import.meta.url);
const { executeFilter } = require('n8n-workflow') as typeof workflowModule;

/** What surrounds a workflow of the examples. */
export interface Surroundings {
  tables: Tables;
  /** Answers an HTTP Request node. */
  answer?: (request: {
    method: string;
    url: string;
    query: IDataObject;
    body: unknown;
  }) => IDataObject;
  /** Called when one of the nodes begins, with its name: tests hold executions there. */
  before?: (name: string) => Promise<void> | void;
}

type Run = (
  context: IExecuteFunctions,
  parameter: (name: string, itemIndex: number) => unknown,
) => INodeExecutionData[][];

const passOn: Run = (context) => [
  context.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } })),
];

const perItem =
  (work: (itemIndex: number, read: (name: string) => unknown) => IDataObject[]): Run =>
  (context, parameter) => [
    context
      .getInputData()
      .flatMap((_, item) =>
        work(item, (name) => parameter(name, item)).map((json) => ({ json, pairedItem: { item } })),
      ),
  ];

const code: Run = (context, parameter) => {
  const { $, $input, $workflow } = context.getWorkflowDataProxy(0);
  const body = new Function('$', '$input', '$workflow', String(parameter('jsCode', 0)));
  return [body($, $input, $workflow) as INodeExecutionData[]];
};

const filter: Run = (context, parameter) => {
  const holds = (itemIndex: number) =>
    executeFilter(parameter('conditions', itemIndex) as FilterValue, { itemIndex });
  return [passOn(context, parameter)[0]!.filter((_, itemIndex) => holds(itemIndex))];
};

const removeDuplicates: Run = (context, parameter) => {
  const seen = new Set<unknown>();
  const field = String(parameter('fieldsToCompare', 0));
  return [
    passOn(context, parameter)[0]!.filter(({ json }) => {
      const isNew = !seen.has(json[field]);
      seen.add(json[field]);
      return isNew;
    }),
  ];
};

const splitInBatches: Run = (context, parameter) => {
  const kept = context.getContext('node');
  const left = (kept.left ?? passOn(context, parameter)[0]) as INodeExecutionData[];
  kept.left = left.slice(1);
  return [[], left.slice(0, 1)];
};

const set: Run = (context, parameter) =>
  perItem((_, read) => {
    if (read('mode') === 'raw') return [JSON.parse(String(read('jsonOutput'))) as IDataObject];
    const { assignments } = read('assignments') as {
      assignments: Array<{ name: string; value: string }>;
    };
    return [Object.fromEntries(assignments.map(({ name, value }) => [name, value]))];
  })(context, parameter);

const splitOut: Run = (context, parameter) => [
  context.getInputData().flatMap(({ json }, item) => {
    const field = String(parameter('fieldToSplitOut', item));
    const { destinationFieldName } = parameter('options', item) as IDataObject;
    return (json[field] as string[]).map((value) => ({
      json: { ...json, [String(destinationFieldName)]: value },
      pairedItem: { item },
    }));
  }),
];

const httpRequest = ({ answer }: Surroundings) =>
  perItem((_, read) => {
    const pairs = (read('queryParameters') ?? {}) as {
      parameters?: Array<{ name: string; value: string }>;
    };
    const query = (
      read('specifyQuery') === 'json'
        ? JSON.parse(String(read('jsonQuery')))
        : Object.fromEntries((pairs.parameters ?? []).map((one) => [one.name, one.value]))
    ) as IDataObject;
    const json = read('jsonBody');
    return [
      answer!({
        ...{ method: String(read('method') ?? 'GET'), url: String(read('url')), query },
        body: json === null ? undefined : JSON.parse(String(json)),
      }),
    ];
  });

const dataTable = ({ tables }: Surroundings) =>
  perItem((_, read) => {
    if (read('resource') === 'table') return [{ name: read('tableName') as string }];
    const table = tables.of((read('dataTableId') as { value: string }).value);
    const filters = readFilters(read('filters'));
    const { value = {} } = (read('columns') ?? {}) as { value?: IDataObject };
    switch (read('operation')) {
      case 'get':
        return table.get(filters);
      case 'update':
        return table.update(filters, value);
      case 'upsert':
        return table.upsert(filters, value);
      default:
        return table.delete(filters);
    }
  });

/**
 * Stand-ins for those of n8n's own nodes that the durable examples use. The engine, which resolves
 * their expressions and finds the item that an item came from, is n8n's.
 *
 * @param nodes - the workflow's, whose parameters the stand-ins take
 */
export function baseNodes(
  nodes: readonly INode[],
  surroundings: Surroundings,
): Record<string, INodeType> {
  const runs: Record<string, Run> = {
    ...{ code, filter, removeDuplicates, set, splitInBatches, splitOut },
    dataTable: dataTable(surroundings),
    httpRequest: httpRequest(surroundings),
  };
  const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-base.'));
  const types = [...new Set(own.map(({ type }) => type))];
  return Object.fromEntries(
    types.map((type) => {
      const name = type.split('.').at(-1)!;
      const known = own.filter((one) => one.type === type);
      const names = new Set(known.flatMap(({ parameters }) => Object.keys(parameters)));
      return [type, standIn(name, [...names], runs[name] ?? passOn, surroundings)];
    }),
  );
}

function standIn(
  name: string,
  parameters: string[],
  run: Run,
  { before }: Surroundings,
): INodeType {
  const outputs = { splitInBatches: 2, httpRequest: 2 }[name] ?? 1;
  return testNode(
    name,
    Object.fromEntries(parameters.map((one) => [one, null])),
    async (context) => {
      await before?.(context.getNode().name);
      return run(context, (one, item) => context.getNodeParameter(one, item, undefined as never));
    },
    { outputs: Array<'main'>(outputs).fill('main') },
  );
}
