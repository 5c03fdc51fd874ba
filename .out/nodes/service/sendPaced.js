"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.notSentCode = void 0;
exports.sendPaced = sendPaced;
const gates_1 = require("../pace/gates");
exports.notSentCode = 'cancelled';
const overloaded = new Set([408, 502, 503, 504]);
const askedWith = new WeakMap();
async function sendPaced(account, request, send) {
    const gate = gates_1.gates.of(account);
    const turn = await gate.enter(request);
    if (turn.kind === 'cancelled')
        return { kind: 'unsent', code: exports.notSentCode, detail: 'the execution was stopped' };
    if (turn.kind === 'closed')
        return {
            ...{ kind: 'busy', httpStatus: askedWith.get(gate) ?? 429 },
            ...{ detail: 'the service asked to wait longer' },
            ...{ retryAfterMs: turn.forMs, isHeldBack: true },
        };
    let answer;
    try {
        answer = await send();
        return answer;
    }
    finally {
        const verdict = answer && verdictOf(answer);
        if ((verdict === 'refused' || verdict === 'closed') && answer && 'httpStatus' in answer)
            askedWith.set(gate, answer.httpStatus);
        const retryAfterMs = answer && 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
        gate.leave(turn.pass, verdict, retryAfterMs);
    }
}
function verdictOf(answer) {
    switch (answer.kind) {
        case 'busy':
            return 'refused';
        case 'unsent':
        case 'unanswered':
            return 'broken';
        case 'faulty':
            if (!overloaded.has(answer.httpStatus))
                return 'taken';
            return answer.retryAfterMs === undefined ? 'broken' : 'closed';
        case 'cancelled':
            return undefined;
        default:
            return 'taken';
    }
}
