import 'reflect-metadata';
import type * as coreModule from 'n8n-core';
import type * as workflowModule from 'n8n-workflow';
import type {
  IRunExecutionData,
  IWorkflowBase,
  IWorkflowExecuteAdditionalData,
  INode,
  Workflow,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What of n8n's engine the stories need, and where versions differ in it. */
export interface Engine {
  core: typeof coreModule;
  workflow: typeof workflowModule;
  /** Loads a file of the built package, which takes its n8n-workflow from this version. */
  loadBuilt(file: string): Record<string, new () => unknown>;
  hooks(mode: WorkflowExecuteMode, executionId: string, workflow: IWorkflowBase): unknown;
  /** The context of a node whose webhook is called. */
  webhookContext(
    workflow: Workflow,
    node: INode,
    additionalData: IWorkflowExecuteAdditionalData,
    data: IRunExecutionData,
  ): unknown;
  /** What n8n starts an execution with. */
  firstData(startNode: INode): IRunExecutionData;
}

type Constructor = new (...parts: unknown[]) => object;
type Maker = (...parts: unknown[]) => object;
/** Names that one version has and another lacks. */
type Loose = Record<string, Constructor & Maker & Record<string, Maker>>;

/**
 * Loads the engine of one version of n8n into this process.
 *
 * @param folder - holds the version's `node_modules`, and the built package beside it
 */
export function loadEngine(folder: string): Engine {
  const require = createRequire(join(folder, 'package.json'));
  const core = require('n8n-core') as typeof coreModule;
  const workflow = require('n8n-workflow') as typeof workflowModule;
  const inCore = core as unknown as Loose;
  const inWorkflow = workflow as unknown as Loose;
  return {
    core,
    workflow,
    loadBuilt: (file) => require(`./dist/${file}`) as Record<string, new () => unknown>,
    hooks(mode, executionId, base) {
      const { ExecutionLifecycleHooks } = inCore;
      if (ExecutionLifecycleHooks) return new ExecutionLifecycleHooks(mode, executionId, base);
      return new inWorkflow.WorkflowHooks!({}, mode, executionId, base);
    },
    webhookContext(...[of, node, additionalData, data]) {
      const parts = [of, node, additionalData, 'manual', {}, [], data];
      const { WebhookContext, NodeExecuteFunctions } = inCore;
      if (WebhookContext) return new WebhookContext(...parts);
      return NodeExecuteFunctions!.getExecuteWebhookFunctions!(...parts);
    },
    firstData(node) {
      const nodeExecutionStack = [{ node, data: { main: [[{ json: {} }]] }, source: null }];
      if (inWorkflow.createRunExecutionData)
        return workflow.createRunExecutionData({ executionData: { nodeExecutionStack } });
      const empty = { contextData: {}, waitingExecution: {}, waitingExecutionSource: {} };
      return {
        startData: {},
        resultData: { runData: {} },
        executionData: { ...empty, metadata: {}, nodeExecutionStack },
      } as unknown as IRunExecutionData;
    },
  };
}
