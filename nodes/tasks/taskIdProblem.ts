/**
 * Tells why a task's id cannot go into the path of a request unchanged. Such an id is never bent
 * into shape: another id would be another task.
 *
 * @returns what the id does, as the end of a sentence, or undefined when it is fine
 */
export function taskIdProblem(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id.length > 512) return 'is longer than 512 characters';
  if (/\p{Surrogate}/u.test(id)) return 'contains half of a character';
  if (id !== id.trim()) return 'begins or ends with a blank';
  if (/\p{Cc}/u.test(id)) return 'contains a line break or a control character';
  // A path drops these, so another address would be asked.
  if (/^\.{1,2}$/.test(id)) return 'is only dots';
  return undefined;
}
