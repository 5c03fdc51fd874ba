"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.endOf = endOf;
const ends = {
    completed: new Set(['completed', 'complete', 'succeeded', 'success', 'done', 'finished']),
    failed: new Set([
        ...['failed', 'failure', 'error', 'errored'],
        ...['canceled', 'cancelled', 'aborted', 'terminated'],
        ...['expired', 'timeout', 'timedout'],
        ...['rejected', 'denied'],
    ]),
};
function endOf(status) {
    const plain = status.toLowerCase().replace(/[\s_-]+/g, '');
    if (ends.completed.has(plain))
        return 'completed';
    return ends.failed.has(plain) ? 'failed' : undefined;
}
