"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lostWithPage = exports.keyNotClaimed = exports.brokenOff = exports.nameIds = exports.longestCause = void 0;
exports.readOutcome = readOutcome;
const contract_1 = require("../../generated/contract");
const sendPaced_1 = require("../../service/sendPaced");
const redact_1 = require("../../text/redact");
const taskIdProblem_1 = require("../../tasks/taskIdProblem");
exports.longestCause = 200;
const lookFirst = 'Look in the service’s dashboard before you run this row again.';
function toFailure(reason, paid, words) {
    const { advice, cause, httpStatus } = words;
    const isSaid = httpStatus !== undefined && reason !== 'unreadableAnswer';
    const said = cause && cause !== words.message && `${isSaid ? 'The service said' : 'Cause'}: ${cause}`;
    const named = (0, exports.nameIds)(words.ids).replace(/^its(.*)/, 'Its$1.');
    const description = [charged[paid], advice, named, said].filter(Boolean).join(' ');
    return { ...words, reason, paid, description };
}
const nameIds = (ids = []) => ids.length === 0 ? '' : `its answer names ${ids.join(', ')}`;
exports.nameIds = nameIds;
function tell(answer) {
    return {
        ...('detail' in answer && answer.detail && { cause: answer.detail }),
        ...('ids' in answer && { ids: answer.ids }),
    };
}
const charged = {
    yes: 'The video was charged.',
    no: 'Nothing was charged.',
    unknown: 'The video may have been created and charged.',
};
const notCreated = (reason, words) => ({
    kind: 'notCreated',
    failure: toFailure(reason, 'no', words),
});
const unknown = (reason, words) => ({
    kind: 'unknown',
    failure: toFailure(reason, words.taskId === undefined ? 'unknown' : 'yes', words),
});
function readOutcome(answer, baseUrl) {
    const told = tell(answer);
    switch (answer.kind) {
        case 'task':
            return readCreatedTask(answer.task, answer.httpStatus, told);
        case 'unauthorized':
            return notCreated('unauthorized', {
                message: `The service refused the API key (HTTP ${answer.httpStatus})`,
                advice: 'Check the API key and the Base URL of the VideoGen API credential.',
                httpStatus: answer.httpStatus,
                ...told,
            });
        case 'busy':
            return notCreated('busy', {
                message: `The service is too busy to take this request (HTTP ${answer.httpStatus})`,
                advice: 'Try again later.',
                httpStatus: answer.httpStatus,
                ...told,
            });
        case 'refused':
            return readRefusal(answer.httpStatus, told);
        case 'notFound':
            return notCreated('notFound', {
                message: `There is no video service at ${baseUrl} (HTTP ${answer.httpStatus})`,
                advice: 'Check the Base URL of the VideoGen API credential.',
                httpStatus: answer.httpStatus,
                ...told,
            });
        case 'redirected':
            return readRedirect(answer, baseUrl, told);
        case 'unsent':
            if (answer.code === sendPaced_1.notSentCode)
                return notCreated('cancelled', {
                    message: 'The execution was stopped before this row was sent',
                    advice: 'Run the workflow again when you like.',
                });
            return notCreated('unreachable', {
                message: `n8n can’t reach the service at ${baseUrl}`,
                advice: 'Check the Base URL of the VideoGen API credential and the network.',
                ...told,
            });
        case 'faulty':
            return unknown('serviceFault', {
                message: `The service had a problem while it was taking the request (HTTP ${answer.httpStatus})`,
                advice: lookFirst,
                httpStatus: answer.httpStatus,
                ...told,
            });
        case 'unreadable':
            if (answer.taskId !== undefined)
                return unknown('unreadableAnswer', {
                    message: `Task ${answer.taskId} was created, but the service’s answer broke off`,
                    advice: `Pass the ID ${answer.taskId} to Wait for Video to get it.`,
                    httpStatus: answer.httpStatus,
                    ...told,
                    taskId: answer.taskId,
                });
            return unknown('unreadableAnswer', {
                message: `The service answered, but we can’t read its answer (HTTP ${answer.httpStatus})`,
                advice: lookFirst,
                httpStatus: answer.httpStatus,
                ...told,
            });
        case 'unanswered':
            return unknown('noAnswer', {
                message: 'The service didn’t answer, so nobody knows whether it took the request',
                advice: lookFirst,
                ...told,
            });
        case 'cancelled':
            return unknown('cancelled', {
                message: 'The execution was stopped while the request was under way',
                advice: lookFirst,
            });
    }
}
const brokenOff = (error) => unknown('brokenOff', {
    message: 'Something in this node went wrong while the request was under way',
    advice: lookFirst,
    cause: (0, redact_1.redact)(error instanceof Error ? error.message : String(error)),
});
exports.brokenOff = brokenOff;
const keyNotClaimed = (error) => notCreated('keyNotClaimed', {
    message: 'n8n couldn’t remember the Order Key of this row, so the row wasn’t sent',
    advice: 'Try again in a minute.',
    cause: (0, redact_1.redact)(error instanceof Error ? error.message : String(error)),
});
exports.keyNotClaimed = keyNotClaimed;
exports.lostWithPage = unknown('lostPage', {
    message: 'n8n ended while this row was being ordered, so nobody knows whether it was',
    advice: lookFirst,
});
function readRedirect({ httpStatus, location }, baseUrl, told) {
    const asked = new URL(baseUrl + contract_1.operations.createVideo.path);
    const target = URL.canParse(location, asked.href) ? new URL(location, asked) : undefined;
    const isSamePath = target?.pathname === asked.pathname && target.href !== asked.href;
    const isElsewhere = httpStatus === 307 || httpStatus === 308 || (httpStatus !== 303 && isSamePath);
    return (isElsewhere ? notCreated : unknown)('redirected', {
        message: `The service answered with a redirect to ${location || 'nowhere'} (HTTP ${httpStatus})`,
        advice: `${isElsewhere ? '' : `${lookFirst} `}We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of the VideoGen API credential to the address that the service really has.`,
        httpStatus,
        ...(!isElsewhere && told),
    });
}
function readRefusal(httpStatus, told) {
    const { cause = '' } = told;
    const refused = `The service refused the request (HTTP ${httpStatus})`;
    const isReason = cause !== '' && cause.length <= exports.longestCause && !/[\n<]/.test(cause);
    return notCreated('refused', {
        message: isReason ? cause : refused,
        advice: `${isReason ? `${refused}. ` : ''}Correct what it complains about and run the row again.`,
        httpStatus,
        ...told,
    });
}
function readCreatedTask(task, httpStatus, told) {
    const id = task[contract_1.taskField.id];
    if (typeof id !== 'string' || id.trim() === '')
        return unknown('noTaskId', {
            message: `The service accepted the request, but its answer holds no task ID (HTTP ${httpStatus})`,
            advice: `${lookFirst} The answer has the fields: ${Object.keys(task).slice(0, 20).join(', ') || '(none)'}.`,
            httpStatus,
            ...told,
        });
    const problem = (0, taskIdProblem_1.taskIdProblem)(id);
    if (problem === undefined)
        return { kind: 'accepted', task };
    const shown = JSON.stringify(id.slice(0, 200)).slice(1, -1);
    return unknown('unusableTaskId', {
        message: `The service created a task whose ID can’t be used: it ${problem}`,
        advice: `Give the ID "${shown}" to the service’s support.`,
        httpStatus,
        taskId: shown,
    });
}
