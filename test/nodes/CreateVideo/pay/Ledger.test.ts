import { expect, it } from 'vitest';
import { Ledger, type Visitor } from '../../../../nodes/CreateVideo/pay/Ledger.ts';

it('has no page at first, also where n8n gives no execution ID, as for calls by MCP', () => {
  for (const executionId of ['7', undefined]) {
    const visitor = { executionId, passName: '0', form: '{}' } as Visitor;
    const book = { passes: {}, spent: { executionId: '', count: 0 } };
    expect(new Ledger(book, visitor).hasPage, executionId).toBe(false);
  }
});
