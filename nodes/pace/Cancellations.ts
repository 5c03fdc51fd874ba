/**
 * Who is to hear of which signal. One listener for each signal, however many wait: a signal looks
 * at all of its listeners when one comes or goes.
 */
export class Cancellations<Entry> {
  private readonly waiting = new Map<AbortSignal, { entries: Set<Entry>; ignore: () => void }>();

  constructor(private readonly cancel: (entry: Entry) => void) {}

  add(signal: AbortSignal, entry: Entry): void {
    const known = this.waiting.get(signal) ?? this.listen(signal);
    known.entries.add(entry);
  }

  remove(signal: AbortSignal, entry: Entry): void {
    const known = this.waiting.get(signal);
    if (!known?.entries.delete(entry) || known.entries.size > 0) return;
    known.ignore();
    this.waiting.delete(signal);
  }

  private listen(signal: AbortSignal) {
    const entries = new Set<Entry>();
    const onAbort = () => [...entries].forEach(this.cancel);
    signal.addEventListener('abort', onAbort);
    const known = { entries, ignore: () => signal.removeEventListener('abort', onAbort) };
    this.waiting.set(signal, known);
    return known;
  }
}
