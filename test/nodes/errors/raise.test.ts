import type { INode, INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { showErrorBranch, toErrorItem } from '../../../nodes/errors/raise.ts';

/** What becomes of items of a node with this setting. */
const show = (onError: string, ...items: INodeExecutionData[]) => {
  return showErrorBranch({ onError } as INode, [items])[0]!;
};
const failed = () =>
  toErrorItem(
    { message: 'Task a failed', description: 'It was charged.', reason: 'failed', paid: 'yes' },
    0,
  );
const good = (): INodeExecutionData => ({ json: { id: 'b', error: 'a word of the service' } });

describe('showErrorBranch', () => {
  it('marks error items so that older versions of n8n know them, and loses nothing of them', () => {
    const [item, result] = show('continueErrorOutput', failed(), good());
    expect(item!.error?.message).toBe('Task a failed');
    expect(item!.json).toEqual(failed().json);
    expect(result).not.toHaveProperty('error');
  });

  it('leaves no mark on what n8n passes on', () => {
    const [item] = show('continueErrorOutput', failed());
    expect({ ...item }).toEqual(failed());
  });

  it('lets n8n take the mark away, as n8n 1.101 does', () => {
    const [item] = show('continueErrorOutput', failed());
    item!.error = undefined as never;
    expect(item!.error).toBeUndefined();
  });

  it('marks nothing where there is no error branch', () => {
    const [item] = show('continueRegularOutput', failed());
    expect(item!.error).toBeUndefined();
  });
});
