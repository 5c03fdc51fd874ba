import 'reflect-metadata';
import './environment.ts';
import { createRequire } from 'node:module';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import type * as workflowModule from 'n8n-workflow';
import type {
  ICredentialDataDecryptedObject,
  IConnections,
  INode,
  INodeType,
  INodeTypes,
  IRun,
  IRunExecutionData,
  IWebhookResponseData,
  IWorkflowExecuteAdditionalData,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import './orderStore.ts';
import { TestCredentials } from './credentials.ts';
import { loadBuiltNode } from './startAnew.ts';
import { checkForm, testNodes } from './testNodes.ts';

const require = createRequire(import.meta.url);
const { createRunExecutionData, Workflow } = require('n8n-workflow') as typeof workflowModule;
const { Container } = require('@n8n/di') as typeof diModule;
const { ErrorReporter, ExecutionLifecycleHooks, WebhookContext, WorkflowExecute } =
  require('n8n-core') as typeof coreModule;

// Node errors are asserted on the results; the engine would print each of them as well.
Container.get(ErrorReporter).error = () => undefined;

const loaded = new Map(
  testNodes.map((type): [string, INodeType] => [`test.${type.description.name}`, type]),
);

const nodeTypes: INodeTypes = {
  getByName: (type) => nodeTypes.getByNameAndVersion(type),
  getByNameAndVersion(type) {
    let node = loaded.get(type);
    if (!node) loaded.set(type, (node = loadBuiltNode(type.split('.').at(-1) as string)));
    return node;
  },
  getKnownTypes: () => ({}),
};

/** What a built node, or one of the tests, says of itself. */
export const describeType = (type: string) =>
  (nodeTypes.getByNameAndVersion(type) as INodeType).description;

export interface TestRun {
  nodes: INode[];
  connections: IConnections;
  credential: ICredentialDataDecryptedObject;
  /** Where n8n believes to be reached, without a slash at the end. */
  n8nUrl?: string;
  mode?: WorkflowExecuteMode;
  executionId?: string;
  /** Empty for a workflow that is not saved. */
  workflowId?: string;
  executionOrder?: 'v0' | 'v1';
  /** Where the workflow keeps files: beside an item's fields, which is usual, or among them. */
  binaryMode?: 'separate' | 'combined';
  /** Of the workflow; n8n's own when left out. */
  timezone?: string;
  /** After so many seconds n8n ends the execution. */
  executionTimeout?: number;
  /** Stored data of a suspended run, to go on with. */
  resumeFrom?: IRunExecutionData;
  /** Parts of the data with which n8n starts the execution. */
  runData?: Partial<IRunExecutionData>;
  /** Node types of the test's own, by name. */
  types?: Record<string, INodeType>;
  /** Called after each node with what n8n stores then where it saves the progress. */
  onProgress?: (data: IRunExecutionData, nodeName: string) => void;
  /** Called with the running execution, for tests that cancel it. */
  onStart?: (execution: { cancel: () => void }) => void;
}

// Of the process, not of this module: files of tests share a process, in which the nodes are loaded once.
const ids = globalThis as { executionsOfTests?: number };
/** As n8n numbers executions: no two have the same, a retry neither. */
export const newExecutionId = () => `${(ids.executionsOfTests = (ids.executionsOfTests ?? 0) + 1)}`;
export const idKey = 'executionId of the test';
/** The id that an execution got when it began, and keeps when it is resumed. */
const idOf = (data: IRunExecutionData | undefined) =>
  data?.executionData?.contextData.flow?.[idKey] as string | undefined;

/** The workflow and its surroundings, as n8n hands them to its engine. */
function prepare(test: TestRun) {
  const mode = test.mode ?? 'manual';
  const executionId = test.executionId ?? idOf(test.resumeFrom) ?? newExecutionId();
  for (const [name, type] of Object.entries(test.types ?? {})) loaded.set(name, type);
  for (const node of test.nodes)
    if (node.type.startsWith('n8n-nodes-video-generation.'))
      checkForm(node, describeType(node.type));
  const workflow = new Workflow({
    id: test.workflowId ?? 'test',
    name: 'test',
    nodes: test.nodes,
    connections: test.connections,
    active: false,
    nodeTypes,
    settings: {
      executionOrder: test.executionOrder ?? 'v1',
      binaryMode: test.binaryMode ?? 'separate',
      ...(test.timezone !== undefined && { timezone: test.timezone }),
      ...(test.executionTimeout !== undefined && { executionTimeout: test.executionTimeout }),
    },
  });
  const base = test.n8nUrl ?? 'https://n8n.test';
  const additionalData = {
    credentialsHelper: new TestCredentials(test.credential),
    // n8n names no execution that an MCP server calls.
    executionId: executionId || undefined,
    restApiUrl: `${base}/rest`,
    formWaitingBaseUrl: `${base}/form-waiting`,
    webhookBaseUrl: `${base}/webhook`,
    webhookWaitingBaseUrl: `${base}/webhook-waiting`,
    currentNodeExecutionIndex: 0,
    variables: {},
    setExecutionStatus: () => undefined,
    logAiEvent: () => undefined,
    hooks: new ExecutionLifecycleHooks(mode, executionId, { id: 'test' } as never),
  } as unknown as IWorkflowExecuteAdditionalData;

  return { mode, workflow, additionalData, executionId };
}

/** What n8n starts an execution with. */
function firstData({ nodes, runData }: TestRun, executionId: string): IRunExecutionData {
  const node = nodes.find(({ name }) => name === 'Items')!;
  const entry = { node, data: { main: [[{ json: {} }]] }, source: null };
  return createRunExecutionData({
    executionData: {
      nodeExecutionStack: [entry],
      contextData: { flow: { [idKey]: executionId } },
    },
    ...runData,
  });
}

/**
 * Runs a workflow of built nodes in n8n's own engine, in this process.
 *
 * @returns what n8n stores of the execution
 */
export async function runWorkflow(test: TestRun): Promise<IRun> {
  const { mode, workflow, additionalData, executionId } = prepare(test);
  const { onProgress } = test;
  if (onProgress)
    additionalData.hooks!.addHandler('nodeExecuteAfter', (nodeName, _, data) =>
      onProgress(data, nodeName),
    );
  const engine = new WorkflowExecute(
    additionalData,
    mode,
    test.resumeFrom ?? firstData(test, executionId),
  );
  const running = engine.processRunExecutionData(workflow);
  test.onStart?.(running as never);
  return await running;
}

/**
 * Calls the webhook of a node, of the stored execution where there is one, and returns what the node
 * made of it.
 *
 * @param http - what n8n hands over of the call besides
 */
export async function callWebhook(
  test: TestRun,
  nodeName: string,
  body: unknown,
  http: { request?: object; response?: object } = {},
): Promise<IWebhookResponseData> {
  const { mode, workflow, additionalData } = prepare(test);
  const httpRequest = { body, headers: {}, params: {}, query: {}, ...http.request };
  Object.assign(additionalData, { httpRequest, httpResponse: http.response });
  const node = workflow.getNode(nodeName)!;
  const { webhook } = nodeTypes.getByNameAndVersion(node.type) as INodeType;
  const data = test.resumeFrom ?? null;
  const context = new WebhookContext(workflow, node, additionalData, mode, {} as never, [], data);
  return await webhook!.call(context as never);
}
