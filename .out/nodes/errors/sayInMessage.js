"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sayInMessage = sayInMessage;
function sayInMessage(error) {
    if (!(error instanceof Error))
        return error;
    const { description, context } = error;
    const told = [error.message, description].filter((text) => typeof text === 'string' && text);
    const text = told.join(' ');
    const unnamed = (context?.rows ?? []).flatMap(({ row, taskId }) => taskId === undefined || text.includes(taskId) ? [] : [`row ${row} (${taskId})`]);
    if (unnamed.length > 0)
        told.push(`All other tasks: ${unnamed.join(', ')}.`);
    error.message = told.map((part) => endSentence(part)).join(' ');
    return error;
}
const endSentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
