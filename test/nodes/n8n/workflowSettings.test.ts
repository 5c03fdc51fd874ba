import { expect, it } from 'vitest';
import { workflowSettings } from '../../../nodes/n8n/workflowSettings.ts';

it('tells the settings of the workflow, and none on an n8n that has no such function', () => {
  const settings = { executionTimeout: 60 };
  expect(workflowSettings({ getWorkflowSettings: () => settings })).toBe(settings);
  expect(workflowSettings({})).toEqual({});
});
