"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.maySend = maySend;
const yes = (because) => ({ may: true, because });
const no = (because) => ({ may: false, because });
const passingCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const mostUnsentTries = 3;
function maySend(facts) {
    const { ordered, mayBeRepeated = false, earlier, answer, tries = 1 } = facts;
    if (ordered === 'lost')
        return no('n8n woke the node without what it had ordered');
    if (ordered?.state === 'waiting')
        return no('the pass is only waited for');
    if (ordered?.state === 'over') {
        if (ordered.stop === undefined)
            return no('all that the pass came to has left the node');
        if (mayBeRepeated)
            return no('what is sent now could be sent once more, unknown to the record');
    }
    if (answer !== undefined) {
        if (answer.kind === 'busy')
            return yes('the service says that it has not taken it');
        const isUnsent = answer.kind === 'unsent' && passingCodes.has(answer.code);
        if (!isUnsent)
            return no('it may have left, or it would be refused again');
        return tries < mostUnsentTries ? yes('no connection came about') : no('none comes about');
    }
    if (earlier === undefined)
        return yes('nothing was sent for it');
    if (earlier.kind === 'accepted')
        return no('the service has made it');
    if (earlier.kind === 'notCreated')
        return yes('the service certainly did not take it');
    if (earlier.failure.taskId !== undefined)
        return no('its ID is known, so it was made');
    return no('it may have been made');
}
