import { withoutSecrets } from '../tasks/withoutSecrets';
import { redact } from '../text/redact';
import type { ServiceAnswer } from './ServiceAnswer';

/** The answer as it may leave this room: nobody behind it has to think of what the service repeats. */
export function hideInAnswer(answer: ServiceAnswer, secrets: readonly string[]): ServiceAnswer {
  const shown = { ...answer };
  if ('task' in shown) shown.task = withoutSecrets(shown.task, secrets);
  if ('detail' in shown) shown.detail = redact(shown.detail, secrets);
  if ('location' in shown) shown.location = redact(shown.location, secrets);
  if ('taskId' in shown && shown.taskId !== undefined)
    shown.taskId = withoutSecrets([shown.taskId], secrets)[0]!;
  if ('ids' in shown && shown.ids) shown.ids = shown.ids.map((id) => redact(id, secrets));
  return shown;
}
