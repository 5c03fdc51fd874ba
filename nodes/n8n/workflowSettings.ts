import type { IExecuteFunctions, IWorkflowSettings } from 'n8n-workflow';

/** The settings of the workflow; none where n8n is too old to tell them, as 1.123 is. */
export function workflowSettings(
  context: Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>,
): IWorkflowSettings {
  return context.getWorkflowSettings?.() ?? {};
}
