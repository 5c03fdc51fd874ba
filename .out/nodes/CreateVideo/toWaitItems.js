"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toWaitItems = void 0;
const inTurns_1 = require("../concurrency/inTurns");
const contract_1 = require("../generated/contract");
const previewJson_1 = require("./order/previewJson");
const orderedBefore_1 = require("./pay/orderedBefore");
const notSent = {
    message: 'This row wasn’t sent, because another row had failed',
    description: 'Nothing was charged for it.',
    reason: 'notSent',
    paid: 'no',
};
const toWaitItems = async ({ rows }) => await (0, inTurns_1.mapInTurns)(Object.entries(rows), ([index, row]) => toWaitItem(row, Number(index)));
exports.toWaitItems = toWaitItems;
function toWaitItem({ result, label, timeoutMs = 0 }, itemIndex) {
    const row = { itemIndex, ...(label !== undefined && { label }) };
    switch (result.kind) {
        case 'accepted': {
            const { task } = result;
            const created = { [contract_1.taskField.status]: contract_1.taskStatus.pending, ...task };
            return { ...row, taskId: String(task[contract_1.taskField.id]), timeoutMs, created };
        }
        case 'preview':
            return { ...row, shown: (0, previewJson_1.previewJson)(result.fingerprint) };
        case 'orderedBefore':
            if (result.taskId === undefined)
                return { ...row, failure: (0, orderedBefore_1.failureOf)(result) };
            return { ...row, taskId: result.taskId, timeoutMs, orderedBefore: true };
        case 'planned':
        case 'notTried':
            return { ...row, failure: notSent };
        default:
            return { ...row, failure: result.failure };
    }
}
