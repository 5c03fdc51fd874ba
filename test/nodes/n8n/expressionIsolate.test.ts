import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { giveBackIsolate, takeIsolate } from '../../../nodes/n8n/expressionIsolate.ts';

const contextOf = (inside: object) => inside as unknown as IWebhookFunctions;

describe('giveBackIsolate, takeIsolate', () => {
  it('ask the call’s own expression engine, as its methods', async () => {
    const asked: string[] = [];
    const expression = {
      acquireIsolate() {
        expect(this).toBe(expression);
        asked.push('acquire');
      },
      releaseIsolate() {
        expect(this).toBe(expression);
        asked.push('release');
      },
    };
    const context = contextOf({ workflow: { expression } });
    await giveBackIsolate(context);
    await takeIsolate(context);
    expect(asked).toEqual(['release', 'acquire']);
  });

  it.each([{}, { workflow: {} }, { workflow: { expression: {} } }])(
    'do nothing where n8n looks different: %j',
    async (inside) => {
      await expect(giveBackIsolate(contextOf(inside))).resolves.toBeUndefined();
      await expect(takeIsolate(contextOf(inside))).resolves.toBeUndefined();
    },
  );
});
