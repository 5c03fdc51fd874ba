"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.orderedBeforeJson = void 0;
exports.failureOf = failureOf;
exports.withKey = withKey;
const contract_1 = require("../../generated/contract");
const freeing = 'If there is no such video in the service’s dashboard, order it under another key, such as the same with “-2” behind it.';
const orderedBeforeJson = (orderKey, taskId) => ({
    [contract_1.taskField.id]: taskId,
    paid: 'no',
    orderedBefore: true,
    orderKey,
});
exports.orderedBeforeJson = orderedBeforeJson;
const taskForgotten = (orderKey) => ({
    reason: 'orderedBefore',
    message: `The Order Key "${orderKey}" is taken, and the ID of its task isn’t known here any more`,
    description: `Nothing was charged now. An earlier execution has ordered it, or n8n ended while it did. Look for that execution under Executions: it has the ID, which Wait for Video takes. ${freeing}`,
    advice: 'Look for the execution that ordered it under Executions: it has the ID.',
    paid: 'no',
});
function failureOf(result) {
    if ('failure' in result)
        return result.failure;
    const isForgotten = result.kind === 'orderedBefore' && result.taskId === undefined;
    return isForgotten ? taskForgotten(result.orderKey) : undefined;
}
function withKey(outcome, orderKey) {
    if (orderKey === undefined || outcome.kind !== 'unknown')
        return outcome;
    const { failure } = outcome;
    const kept = `The Order Key "${orderKey}" stays taken, so that nobody orders it again by accident.`;
    const told = failure.taskId === undefined ? `${kept} ${freeing}` : kept;
    return { ...outcome, failure: { ...failure, description: `${failure.description} ${told}` } };
}
