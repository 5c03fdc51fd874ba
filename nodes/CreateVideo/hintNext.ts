import type { IExecuteFunctions } from 'n8n-workflow';

const waits = /\.waitForVideo(Tool)?$/;

/** Tells in the editor what a first run leaves open: the videos are paid for, and not there yet. */
export function hintNext(context: IExecuteFunctions, created: number): void {
  if (created === 0 || isWaitedForBehind(context)) return;
  const made = created === 1 ? 'Your video is' : `Your ${created} videos are`;
  context.addExecutionHints?.({
    type: 'info',
    location: 'outputPane',
    message: `${made} being made now, which takes minutes. Add Wait for Video behind this node to get ${created === 1 ? 'it' : 'them'}, or choose the operation Create and Wait here. Running this node again orders, and charges, ${created === 1 ? 'another one' : 'them again'}.`,
  });
}

/** In another n8n the question may not be possible, and then the hint does no harm. */
function isWaitedForBehind(context: IExecuteFunctions): boolean {
  const behind = context.getChildNodes?.(context.getNode().name) ?? [];
  return behind.some(({ type, disabled }) => !disabled && waits.test(type));
}
