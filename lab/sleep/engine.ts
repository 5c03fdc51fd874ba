import 'reflect-metadata';
import '../../test/engine/environment.ts';
import { createRequire } from 'node:module';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import type * as workflowModule from 'n8n-workflow';
import type { HttpAnswer, HttpRequest } from './Service.ts';
import { ownerNow } from './VirtualTime.ts';

const require = createRequire(import.meta.url);
export const n8nWorkflow = require('n8n-workflow') as typeof workflowModule;
export const n8nCore = require('n8n-core') as typeof coreModule;
const { Container } = require('@n8n/di') as typeof diModule;

// n8n asks for the caller of each line that it logs, which takes longer than many a node.
const { Logger } = require('@n8n/backend-common') as { Logger: never };
Container.get(Logger);
const silent = () => undefined;
n8nWorkflow.LoggerProxy.init({ error: silent, warn: silent, info: silent, debug: silent } as never);
// Where the hour never changes, n8n works times out faster.
n8nWorkflow.setGlobalState({ defaultTimezone: 'UTC' });

// What nodes throw is part of the history; n8n would print each of it as well.
Container.get(n8nCore.ErrorReporter).error = () => undefined;

// Nodes may ask what their process is.
Object.defineProperty(Container.get(n8nCore.InstanceSettings), 'instanceType', {
  get: () => ownerNow()?.kind ?? 'main',
});

/** Who sends requests for nodes: a simulated process. */
export interface Sender {
  send(request: HttpRequest, timeoutMs: number): Promise<Exclude<HttpAnswer, string>>;
}

interface RequestOptions extends HttpRequest {
  timeout?: number;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
  json?: boolean;
}

async function request(sender: Sender, options: RequestOptions) {
  const { method = 'GET', url, body, headers, timeout = 300_000 } = options;
  // Without these, n8n would answer in a form that is not modelled.
  if (!options.returnFullResponse || !options.ignoreHttpStatusErrors)
    throw new Error('The simulator answers requests for the full response only');
  const answer = await sender.send({ method, url, body, ...(headers && { headers }) }, timeout);
  if ('breakWith' in answer) {
    const { breakWith: code, syscall } = answer;
    throw Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
  }
  const { status: statusCode, headers: sent = {} } = answer;
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  return { statusCode, headers: sent, body: options.json ? answer.body : text };
}

type MakeHelpers = (...parts: unknown[]) => Record<string, unknown>;

/** Answers the requests of nodes in this process, without sockets, where a simulated one acts. */
export function installNetwork(): void {
  const factory =
    require('n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers/factory.js') as {
      getRequestHelperFunctions: MakeHelpers & { isSimulated?: true };
    };
  const real = factory.getRequestHelperFunctions;
  if (real.isSimulated) return;
  const simulated: typeof real = (...parts) => {
    const helpers = real(...parts);
    const sender = ownerNow() as unknown as Sender | undefined;
    if (sender?.send === undefined) return helpers;
    return {
      ...helpers,
      httpRequest: (options: RequestOptions) => request(sender, options),
      httpRequestWithAuthentication: (_type: string, options: RequestOptions) =>
        request(sender, options),
    };
  };
  simulated.isSimulated = true;
  factory.getRequestHelperFunctions = simulated;
}
