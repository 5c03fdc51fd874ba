"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readTaskIdField = readTaskIdField;
const readValue_1 = require("../parameters/readValue");
const longestId = 500;
const foundNothing = new Set(['undefined', 'null', 'NaN', '[object Object]']);
const invisible = /[\p{Cc}\p{Cf}]/u;
const brokenCharacter = /\p{Surrogate}/u;
function readTaskIdField(value) {
    if (typeof value === 'number')
        return readNumericId(value);
    if (value === undefined || value === null)
        return { problem: 'Task ID is empty.' };
    if (typeof value !== 'string')
        return { problem: `Task ID must be text, but it is ${(0, readValue_1.nameValue)(value)}.` };
    const taskId = value.trim();
    const problem = findProblem(taskId);
    return problem === undefined ? { value: taskId } : { problem };
}
function findProblem(taskId) {
    if (taskId === '')
        return 'Task ID is empty.';
    if (taskId.length > longestId)
        return `Task ID is ${taskId.length} characters long, which is too long for an ID.`;
    if (foundNothing.has(taskId))
        return `Task ID is "${taskId}", which is what an expression gives when it finds no ID.`;
    if (brokenCharacter.test(taskId))
        return 'Task ID holds half a character, so it was cut short.';
    if (invisible.test(taskId))
        return 'Task ID holds a line break or another character that nobody can see.';
    if (/^\.{1,2}$/.test(taskId))
        return `Task ID is "${taskId}", which isn’t an ID.`;
    return undefined;
}
function readNumericId(id) {
    if (Number.isSafeInteger(id) && id >= 0)
        return { value: String(id) };
    if (Number.isInteger(id) && id > 0)
        return {
            problem: `Task ID is the number ${id}, which is too large to be exact. Pass the ID as text.`,
        };
    return { problem: `Task ID must be an ID, but it is ${(0, readValue_1.nameValue)(id)}.` };
}
