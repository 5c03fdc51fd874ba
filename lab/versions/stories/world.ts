import type { IDataObject } from 'n8n-workflow';
import { resumePath } from '../../../nodes/links/resumeUrl.ts';
import { operations, taskStatus } from '../../../nodes/generated/contract.ts';
import { startLoopbackService } from '../../../test/engine/loopbackService.ts';
import type { StoredExecution } from '../engine/StoredExecution.ts';

/** From which look on a task is over, and how. */
export interface Fate {
  atLook: number;
  failed?: boolean;
}

/** The service and n8n's own address, on one real port. */
export interface World {
  url: string;
  /** Fates of the tasks, by id; any other task stays pending. */
  fates: Record<string, Fate>;
  /** Ids of the tasks, in the order in which they were looked at. */
  looks: string[];
  /** Ids of the tasks that are created next. */
  nextIds: string[];
  /** Those whose resume URLs are answered. */
  executions: Map<string, StoredExecution>;
  /** Calls a resume URL, as the service's callback does. */
  call(executionId: string, body: IDataObject): Promise<number>;
  close(): Promise<void>;
}

const [tasksPath] = operations.getTask.path.split('{');
const waitingPath = '/webhook-waiting/';
const formsPath = '/form-waiting/';
const file = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isommp42'), Buffer.alloc(64)]);

/** As n8n's form pages are told it. */
function statusOf(execution: StoredExecution | undefined): string {
  if (execution === undefined) return 'null';
  if (execution.isAwake) return 'running';
  return execution.isAsleep ? 'waiting' : 'success';
}

export async function startWorld(): Promise<World> {
  const fates: World['fates'] = {};
  const looks: string[] = [];
  const executions: World['executions'] = new Map();
  const service = await startLoopbackService(async ({ index, path, response }) => {
    const reply = (httpStatus: number, body: unknown) => {
      response.statusCode = httpStatus;
      response.end(JSON.stringify(body));
    };
    if (path.endsWith('.mp4'))
      return void response.setHeader('content-type', 'video/mp4').end(file);
    if (path === operations.createVideo.path)
      return reply(200, { id: world.nextIds.shift(), status: taskStatus.pending });
    if (path.startsWith(tasksPath!)) return reply(200, look(path.slice(tasksPath!.length)));
    if (path.startsWith(formsPath)) {
      const [executionId = ''] = path.slice(formsPath.length).split('/');
      return void response.end(statusOf(executions.get(executionId)));
    }
    if (!path.startsWith(waitingPath)) return reply(404, {});
    const [executionId = '', ending] = path.slice(waitingPath.length).split(/[/?]/);
    const execution = executions.get(executionId);
    if (response.req.method !== 'POST') return reply(404, { message: 'No such webhook.' });
    if (execution === undefined || ending !== resumePath)
      return reply(404, { message: `The execution "${executionId}" does not exist.` });
    const sent = JSON.parse(service.requests[index]!.body || '{}') as object;
    const { httpStatus, body } = await execution.ring(sent);
    return reply(httpStatus, body);
  });

  const look = (taskId: string) => {
    const nth = looks.filter((id) => id === taskId).length;
    looks.push(taskId);
    const fate = fates[taskId];
    if (fate === undefined || nth < fate.atLook)
      return { status: taskStatus.pending, progress: 40 };
    if (fate.failed) return { status: taskStatus.failed };
    return { status: taskStatus.completed, results: [`${service.baseUrl}/${taskId}.mp4`] };
  };

  const world: World = {
    url: service.baseUrl,
    fates,
    looks,
    nextIds: [],
    executions,
    async call(executionId, body) {
      const url = `${service.baseUrl}${waitingPath}${executionId}/${resumePath}`;
      const headers = { 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
    close: () => service.close(),
  };
  return world;
}
