"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readTaskAnswer = readTaskAnswer;
const contract_1 = require("../generated/contract");
const findTask_1 = require("../tasks/findTask");
const sendPaced_1 = require("../service/sendPaced");
function readTaskAnswer(answer, taskId) {
    switch (answer.kind) {
        case 'task': {
            const { task, contradiction } = (0, findTask_1.recognizeTask)(answer.task, taskId);
            if (task !== undefined)
                return { kind: 'task', task };
            if (contradiction !== undefined)
                return { kind: 'contradiction', reason: contradiction };
            return { kind: 'silent', reason: `the answer has no "${contract_1.taskField.status}"` };
        }
        case 'busy':
            return { kind: 'busy', ...withReason(answer), ...retryAfter(answer) };
        case 'faulty':
            return { kind: 'fault', ...withReason(answer), ...retryAfter(answer) };
        case 'notFound':
            return { kind: 'notFound', ...withReason(answer) };
        case 'unauthorized':
            return { kind: 'keyRefused', ...withReason(answer) };
        case 'refused':
            return { kind: 'refused', ...withReason(answer) };
        case 'redirected':
            return {
                kind: 'refused',
                reason: `HTTP ${answer.httpStatus}, a redirect to ${answer.location || 'nowhere'}, which we don’t follow`,
            };
        case 'unreadable':
            return { kind: 'silent', ...withReason(answer) };
        case 'unsent':
        case 'unanswered':
            return {
                kind: answer.code === sendPaced_1.notSentCode ? 'fault' : 'silent',
                reason: answer.detail || answer.code || 'no answer',
            };
        case 'cancelled':
            return { kind: 'fault', reason: 'the request was stopped' };
    }
}
const withReason = ({ httpStatus, detail }) => ({
    reason: detail === '' ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, ${detail}`,
});
const retryAfter = ({ retryAfterMs }) => retryAfterMs === undefined ? {} : { retryAfterMs };
