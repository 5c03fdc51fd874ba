import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { StopNotice } from '../../../nodes/n8n/StopNotice.ts';

describe('StopNotice', () => {
  it.each(['SIGTERM', 'SIGINT'])('knows of %s, once it watches', (signal) => {
    const n8n = new EventEmitter();
    n8n.on(signal, () => undefined);
    const notice = new StopNotice(n8n);
    n8n.emit(signal);
    expect(notice.isStopping).toBe(false);
    notice.watch();
    notice.watch();
    expect(n8n.listenerCount(signal)).toBe(2);
    n8n.emit(signal);
    expect(notice.isStopping).toBe(true);
  });

  it('adds no handler where n8n has none, which would keep the process from ending', () => {
    const process = new EventEmitter();
    new StopNotice(process).watch();
    expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')).toBe(0);
  });
});
