"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.taskIdProblem = taskIdProblem;
const longestIdLength = 512;
function taskIdProblem(id) {
    if (id === '')
        return 'is empty';
    if (id.length > longestIdLength)
        return `is longer than ${longestIdLength} characters`;
    if (/\p{Surrogate}/u.test(id))
        return 'contains half of a character';
    if (id !== id.trim())
        return 'begins or ends with a blank';
    if (/\p{Cc}/u.test(id))
        return 'contains a control character';
    if (/^\.{1,2}$/.test(id))
        return 'is only dots';
    return undefined;
}
