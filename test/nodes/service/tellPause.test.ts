import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { tellPause } from '../../../nodes/service/tellPause.ts';

it('tells the editor each pause once, by kind, and none that is over at once', () => {
  const lines: string[] = [];
  const sendMessageToUI = (line: string) => void lines.push(line);
  const tell = tellPause({ sendMessageToUI } as unknown as IExecuteFunctions);
  tell('create', 1_000);
  tell('create', 30_000);
  tell('create', 29_900);
  tell('routine', 30_000);
  tell('lastLook', 30_000);
  tell('create', 60_000);
  const about = lines.map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME'));
  expect(about).toEqual([
    'The service is too busy for create requests until TIME UTC (30 s). This node goes on by itself then.',
    'The service is too busy for looks at tasks until TIME UTC (30 s). This node goes on by itself then.',
    'The service is too busy for create requests until TIME UTC (60 s). This node goes on by itself then.',
  ]);
});

it('is silent where n8n takes no lines', () => {
  expect(() => tellPause({} as IExecuteFunctions)('create', 30_000)).not.toThrow();
});
