import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { StartError } from '../report.ts';
import type { Execution } from '../rest/executions.ts';

/** A video file in the result of an execution. */
export interface FoundVideo {
  taskId: string;
  binary: IBinaryData;
}

/**
 * Finds the video that an execution made.
 *
 * @throws StartError when n8n did not finish the execution, or it holds no video
 */
export function findVideo({ id, status, data }: Execution): FoundVideo {
  const { error, runData, lastNodeExecuted = '' } = data.resultData;
  if (status !== 'success')
    throw new StartError(
      `Execution ${id} ended as "${status}" in ${lastNodeExecuted}: ${[error?.message, error?.description].filter(Boolean).join(' ')}`,
    );
  const outputs = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
  for (const item of outputs.flatMap((items): INodeExecutionData[] => items ?? [])) {
    const binary = Object.values(item.binary ?? {}).find((one) =>
      one.mimeType.startsWith('video/'),
    );
    if (binary) return { taskId: String(item.json.id), binary };
  }
  throw new StartError(`Execution ${id} finished, but ${lastNodeExecuted} gave no video file.`);
}
