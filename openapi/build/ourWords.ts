/** What introduces a paragraph that is ours and not the service's. */
export const ourWords = /\n\n(?=Our (?:advice|reading):)/;

/**
 * Adds a paragraph to what the service states, before what is ours: what follows "Our advice:" is
 * ours to the end.
 *
 * @param description - of the document
 * @param paragraph - to stand after what is stated in it
 */
export function addStated(description: string, paragraph: string): string {
  const [stated, ...ours] = description.trim().split(ourWords);
  return [stated, paragraph.trim(), ...ours].join('\n\n');
}
