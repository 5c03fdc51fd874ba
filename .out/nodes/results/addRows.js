"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.addRows = addRows;
const endings_1 = require("../look/endings");
const longestList = 1_500;
const rowsPerLogLine = 100;
const goOn = 'To get every row, choose an On Error setting that continues.';
const states = {
    ...endings_1.endings,
    downloadFailed: 'finished, but not downloaded',
    invalidInput: 'not looked up',
    lostBatch: 'may have been created',
    notSent: 'not sent',
};
function addRows(context, failure, itemIndex, rows, isAdvised = true) {
    const others = rows.filter(({ row }) => row !== itemIndex + 1);
    if (others.length === 0)
        return failure;
    const list = others.map(describeRow).join('; ');
    const isShort = list.length <= longestList;
    if (!isShort)
        logRows(context, rows);
    const told = isShort
        ? `The other rows: ${list}.`
        : `Of the other ${others.length} rows, ${countFinished(others)} finished; the error’s details and n8n’s log name the task and state of each.`;
    const place = `Row ${itemIndex + 1}`;
    return {
        ...failure,
        message: /^(\d+ of \d+ rows|Rows? \d)/.test(failure.message)
            ? failure.message
            : `${place}: ${failure.message}`,
        description: [failure.description, told, isAdvised && goOn].filter(Boolean).join(' '),
        rows,
    };
}
const countFinished = (rows) => rows.filter(({ reason }) => reason === undefined).length;
function describeRow({ row, taskId, reason, videoUrl }) {
    const state = reason === undefined ? 'finished' : (states[reason] ?? reason);
    const task = taskId === undefined ? '' : `, task ${taskId}`;
    return `row ${row}${task}, ${state}${videoUrl === undefined ? '' : ` (${videoUrl})`}`;
}
function logRows(context, rows) {
    for (let start = 0; start < rows.length; start += rowsPerLogLine) {
        const part = rows.slice(start, start + rowsPerLogLine).map(describeRow);
        context.logger.warn(`${context.getNode().name} stopped. ${part.join('; ')}`);
    }
}
