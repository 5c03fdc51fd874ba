"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.briefTask = briefTask;
exports.bareTask = bareTask;
const contract_1 = require("../generated/contract");
const longestKept = 2_000;
const longestStatus = 100;
function briefTask(task) {
    const text = JSON.stringify(task);
    return JSON.parse(text.length <= longestKept ? text : JSON.stringify(bareTask(task)));
}
function bareTask(task) {
    const { [contract_1.taskField.id]: id, [contract_1.taskField.status]: status } = task;
    return {
        [contract_1.taskField.id]: String(id),
        ...(typeof status === 'string' && { [contract_1.taskField.status]: status.slice(0, longestStatus) }),
    };
}
