import type { IExecuteFunctions, IRun, IRunExecutionData, NodeExecutionHint } from 'n8n-workflow';

/** n8n gives its contexts these, but promises them in no type. */
interface Inside {
  /** The settings of the process. */
  instanceSettings?: { instanceType?: string };
  /** The data of the execution. */
  runExecutionData?: Partial<IRunExecutionData>;
  additionalData?: {
    hooks?: { handlers?: { workflowExecuteAfter?: Array<(run: IRun) => void> } };
  };
}

/** What the process is that runs the node: "main", or "worker" in queue mode; undefined if unknown. */
export const instanceTypeOf = (context: object): string | undefined =>
  (context as Inside).instanceSettings?.instanceType;

/** The execution as it runs, not a copy. */
export const runDataOf = (context: object): Partial<IRunExecutionData> | undefined =>
  (context as Inside).runExecutionData;

/**
 * What n8n calls, one behind the other, when it stores what becomes of the running execution: it may
 * sleep, have been stopped, or have failed. Undefined where this n8n has no such list.
 */
export function handlersWhenStored(context: object) {
  const after = (context as Inside).additionalData?.hooks?.handlers?.workflowExecuteAfter;
  return Array.isArray(after) ? after : undefined;
}

/** After how long n8n ends an execution of this workflow ("Timeout Workflow"), in ms; Infinity where it doesn't. */
export function readTimeoutMs(context: Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>) {
  // n8n 1.123 tells no settings.
  const { executionTimeout = -1 } = context.getWorkflowSettings?.() ?? {};
  return executionTimeout > 0 ? executionTimeout * 1_000 : Infinity;
}

const inputSourceOf = (context: Pick<IExecuteFunctions, 'getExecuteData'>) =>
  context.getExecuteData().source?.main?.[0];

/** A hint of the node that reads the input, on the run that brought it. */
interface InputHint extends NodeExecutionHint {
  of: string;
}

/**
 * Shows a person something above the input of the node. n8n's editor hides what a node gave out when
 * it fell asleep, even of an execution that has been stopped, but not what the node before gave out.
 *
 * @param message - undefined to show nothing any more
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
 * Names the pass over its input that the node is in. Each round of a loop is another, because
 * another run of the node before it brings the input; all visits of one pass have the same name,
 * however often n8n runs the node again for a retry or after a sleep. The run index would not do:
 * it grows with every visit that gives out items.
 */
export function readPass(context: Pick<IExecuteFunctions, 'getExecuteData'>): string {
  const from = inputSourceOf(context);
  if (!from) return 'start';
  const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = from;
  return `run ${previousNodeRun} of output ${previousNodeOutput} of ${previousNode}`;
}

/** Where n8n answers for one execution. Both carry the token without which it refuses. */
export type OwnAddresses = ReturnType<typeof readOwnAddresses>;

/**
 * Where a node of ours listens, below the address that resumes an execution. n8n's own Wait node
 * listens there without a path, and a late callback would resume it in our stead.
 */
export const resumePath = 'video-callback';

/** Reads the addresses of the running execution, while its expressions can be evaluated. */
export function readOwnAddresses(context: {
  evaluateExpression(expression: string, itemIndex: number): unknown;
}) {
  const read = (property: string, path: string) => {
    const url = new URL(String(context.evaluateExpression(`{{ $execution.${property} }}`, 0)));
    url.pathname += `/${path}`;
    return url.href;
  };
  return {
    /** A POST wakes the execution while it sleeps. */
    resumeUrl: read('resumeUrl', resumePath),
    /**
     * A GET says what state the execution is in, and changes nothing: n8n's form pages ask while they
     * wait. Other calls to an execution that runs or is over leave an error in n8n's log.
     */
    statusUrl: read('resumeFormUrl', 'n8n-execution-status'),
  };
}
