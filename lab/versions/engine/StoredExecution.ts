import { parse, stringify } from 'flatted';
import type {
  IConnections,
  ICredentialDataDecryptedObject,
  INode,
  INodeType,
  IRun,
  IRunExecutionData,
  IWebhookFunctions,
  IWorkflowBase,
  IWorkflowExecuteAdditionalData,
  Workflow,
} from 'n8n-workflow';
import { credentialsFor } from './credentials.ts';
import type { Engine } from './loadEngine.ts';
import { nodeTypesFor } from './nodeTypes.ts';

/** What n8n is to run. */
export interface Plan {
  executionId: string;
  nodes: INode[];
  connections: IConnections;
  credential: ICredentialDataDecryptedObject;
  /** Where n8n is reached, without a slash at the end. */
  n8nUrl: string;
}

/** How n8n answers a call to a resume URL. */
export interface RingAnswer {
  httpStatus: number;
  body: unknown;
}

const mode = 'manual';

/**
 * An execution as n8n keeps it: run by its engine, stored as text while it sleeps, and woken from
 * that text as the server does.
 */
export class StoredExecution {
  private readonly plan: Plan;
  private readonly engine: Engine;
  private stored = '';
  private going: Promise<void> | undefined;
  /** How it went so far. */
  run: IRun | undefined;
  /** How often it was put to sleep. */
  sleeps = 0;

  constructor(engine: Engine, plan: Plan) {
    this.engine = engine;
    this.plan = plan;
  }

  async start(): Promise<void> {
    const startNode = this.plan.nodes[0]!;
    await this.goOn(this.engine.firstData(startNode));
  }

  get isAwake(): boolean {
    return this.going !== undefined;
  }

  get isAsleep(): boolean {
    return (
      this.going === undefined && this.run?.waitTill !== undefined && this.run.waitTill !== null
    );
  }

  /** When n8n is to wake it by itself, in ms since the epoch. */
  get wakesAtMs(): number {
    return new Date(this.run!.waitTill!).getTime();
  }

  /** Resolves when the engine is done, for good or until it is woken. */
  async settled(): Promise<void> {
    await this.going;
  }

  /** What n8n does when the time has come for which the execution was put to sleep. */
  async wakeByTimer(): Promise<void> {
    await this.goOn(parse(this.stored) as IRunExecutionData);
  }

  /** What n8n does when the resume URL is called; a waking goes on after the answer. */
  async ring(body: object): Promise<RingAnswer> {
    const refuse = (httpStatus: number, message: string) => ({ httpStatus, body: { message } });
    if (this.going !== undefined) return refuse(409, 'The execution is running already.');
    if (!this.isAsleep) return refuse(409, 'The execution has finished already.');
    const data = parse(this.stored) as IRunExecutionData;
    const { lastNodeExecuted, runData } = data.resultData;
    const entry = data.executionData!.nodeExecutionStack[0]!;
    entry.node.disabled = true;
    delete data.waitTill;
    runData[lastNodeExecuted!]!.pop();

    const { workflow, additionalData } = this.prepare();
    Object.assign(additionalData, { httpRequest: { body, headers: {}, params: {}, query: {} } });
    const node = workflow.getNode(lastNodeExecuted!)!;
    const context = this.engine.webhookContext(workflow, node, additionalData, data);
    const { webhook } = workflow.nodeTypes.getByNameAndVersion(node.type) as INodeType;
    const { workflowData, webhookResponse } = await webhook!.call(context as IWebhookFunctions);
    if (workflowData !== undefined) {
      entry.data.main = workflowData;
      void this.goOn(data);
    }
    return { httpStatus: 200, body: webhookResponse };
  }

  private goOn(data: IRunExecutionData): Promise<void> {
    this.going = (async () => {
      const { workflow, additionalData } = this.prepare();
      const { WorkflowExecute } = this.engine.core;
      const execute = new WorkflowExecute(additionalData, mode, data);
      this.run = await execute.processRunExecutionData(workflow);
      this.stored = stringify(this.run.data);
      if (this.run.waitTill) this.sleeps += 1;
    })().finally(() => {
      this.going = undefined;
    });
    return this.going;
  }

  /** The workflow and its surroundings, made anew at each waking. */
  private prepare(): { workflow: Workflow; additionalData: IWorkflowExecuteAdditionalData } {
    const { executionId, nodes, connections, credential, n8nUrl } = structuredClone(this.plan);
    const base = { id: 'story', name: 'story', active: false, nodes, connections };
    const workflow = new this.engine.workflow.Workflow({
      ...base,
      nodeTypes: nodeTypesFor(this.engine),
      settings: { executionOrder: 'v1' },
    });
    const additionalData = {
      credentialsHelper: credentialsFor(this.engine, credential),
      executionId,
      restApiUrl: `${n8nUrl}/rest`,
      instanceBaseUrl: `${n8nUrl}/`,
      webhookBaseUrl: `${n8nUrl}/webhook`,
      webhookWaitingBaseUrl: `${n8nUrl}/webhook-waiting`,
      webhookTestBaseUrl: `${n8nUrl}/webhook-test`,
      formWaitingBaseUrl: `${n8nUrl}/form-waiting`,
      currentNodeExecutionIndex: 0,
      variables: {},
      setExecutionStatus: () => undefined,
      logAiEvent: () => undefined,
      hooks: this.engine.hooks(mode, executionId, base as unknown as IWorkflowBase),
    } as unknown as IWorkflowExecuteAdditionalData;
    return { workflow, additionalData };
  }
}
