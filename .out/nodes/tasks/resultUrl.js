"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.resultUrl = resultUrl;
const endOf_1 = require("./endOf");
function resultUrl(task) {
    if ((0, endOf_1.endOf)(task.status) !== 'completed')
        return undefined;
    const results = task.results;
    const first = Array.isArray(results) ? results[0] : results;
    const told = Object(first) === first ? first.url : first;
    if (typeof told !== 'string')
        return undefined;
    const url = told.replace(/^[\s\u200B"'<]+|[\s\u200B"'>]+$/g, '');
    return /^https?:\/\/(?!https?:)/i.test(url) && URL.canParse(url) ? url : undefined;
}
