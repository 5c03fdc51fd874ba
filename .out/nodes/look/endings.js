"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.endings = void 0;
exports.endings = {
    failed: 'failed',
    withoutResult: 'completed without a video',
    contradiction: 'unclear, the service contradicts itself',
    notFound: 'unknown to the service',
    refused: 'the service refused to tell its status',
    unauthorized: 'the service refused the API key',
    unreachable: 'n8n couldn’t reach the service',
    timedOut: 'still open',
};
