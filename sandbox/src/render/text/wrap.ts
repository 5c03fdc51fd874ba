const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const segment = (segmenter: Intl.Segmenter, text: string) =>
  Array.from(segmenter.segment(text), (part) => part.segment);

/**
 * Breaks a text into lines, between words in any script, and inside a word only when it is wider
 * than a line.
 *
 * @param measure - width of a text, in the unit of `maxWidth`
 */
export function wrap(text: string, maxWidth: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    const push = (part: string) => {
      if (line && measure((line + part).trimEnd()) > maxWidth) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += line ? part : part.trimStart();
    };
    for (const word of segment(words, paragraph))
      if (measure(word) <= maxWidth) push(word);
      else segment(letters, word).forEach(push);
    lines.push(line.trimEnd());
  }
  return lines;
}
