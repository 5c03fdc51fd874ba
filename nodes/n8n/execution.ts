import type { IExecuteFunctions, IRun, IRunExecutionData, NodeExecutionHint } from 'n8n-workflow';

/** What n8n's contexts have, though no type promises it. */
interface Inside {
  instanceSettings?: { instanceType?: string };
  runExecutionData?: Partial<IRunExecutionData>;
  additionalData?: {
    hooks?: { handlers?: { workflowExecuteAfter?: Array<(run: IRun) => void> } };
  };
}

/** What kind of process runs the node: "main", "worker" (in queue mode), or undefined if unknown. */
export const instanceTypeOf = (context: object): string | undefined =>
  (context as Inside).instanceSettings?.instanceType;

/** The data of the running execution itself, not a copy. */
export const runDataOf = (context: object): Partial<IRunExecutionData> | undefined =>
  (context as Inside).runExecutionData;

/**
 * What n8n calls in turn when it stores the execution: asleep, stopped, failed or done. Undefined where
 * this n8n has no such list.
 */
export function handlersWhenStored(context: object) {
  const after = (context as Inside).additionalData?.hooks?.handlers?.workflowExecuteAfter;
  return Array.isArray(after) ? after : undefined;
}

/** After how many ms n8n ends an execution of this workflow ("Timeout Workflow"); Infinity for never. */
export function readTimeoutMs(context: Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>) {
  // n8n 1.123 doesn't have it.
  const { executionTimeout = -1 } = context.getWorkflowSettings?.() ?? {};
  return executionTimeout > 0 ? executionTimeout * 1_000 : Infinity;
}

const inputSourceOf = (context: Pick<IExecuteFunctions, 'getExecuteData'>) =>
  context.getExecuteData().source?.main?.[0];

/** A hint of ours, on the run of the node before. */
interface InputHint extends NodeExecutionHint {
  of: string;
}

/**
 * Shows a hint above the node's input, on the run of the node before it: n8n's editor hides the output of
 * a node that fell asleep, even after the execution was stopped.
 *
 * @param message - undefined to take the hint away
 */
export function hintAtInput(
  context: Pick<IExecuteFunctions, 'getExecuteData' | 'getNode'>,
  message: string | undefined,
): void {
  const from = inputSourceOf(context);
  const runs = from && runDataOf(context)?.resultData?.runData[from.previousNode];
  const run = runs?.[from?.previousNodeRun ?? 0];
  if (run === undefined || (run.hints ?? message) === undefined) return;
  const { name } = context.getNode();
  const others = (run.hints ?? []).filter((hint) => (hint as Partial<InputHint>).of !== name);
  const own: InputHint[] =
    message === undefined ? [] : [{ of: name, type: 'info', location: 'inputPane', message }];
  run.hints = [...others, ...own];
}

/**
 * Names the node's pass over its input by the run of the node before, which differs for each round of a
 * loop and stays the same through retries and sleeps. The node's own run index grows with every visit
 * that gives out items.
 */
export function readPass(context: Pick<IExecuteFunctions, 'getExecuteData'>): string {
  const from = inputSourceOf(context);
  if (!from) return 'start';
  const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = from;
  return `run ${previousNodeRun} of output ${previousNodeOutput} of ${previousNode}`;
}

/** Where n8n answers for one execution. Both addresses carry the token that n8n asks for. */
export type OwnAddresses = ReturnType<typeof readOwnAddresses>;

/** Keeps us apart from n8n's own Wait node, which has no path: a late callback would resume it. */
export const resumePath = 'video-callback';

/** Reads the addresses of the running execution. Only expressions tell them, so only while it runs. */
export function readOwnAddresses(context: {
  evaluateExpression(expression: string, itemIndex: number): unknown;
}) {
  const read = (property: string, path: string) => {
    const url = new URL(String(context.evaluateExpression(`{{ $execution.${property} }}`, 0)));
    url.pathname += `/${path}`;
    return url.href;
  };
  return {
    /** A POST wakes the sleeping execution. */
    resumeUrl: read('resumeUrl', resumePath),
    /**
     * A GET tells the execution's state, as n8n's form pages ask for it. Any other call to an execution
     * that isn't asleep leaves an error in n8n's log.
     */
    statusUrl: read('resumeFormUrl', 'n8n-execution-status'),
  };
}
