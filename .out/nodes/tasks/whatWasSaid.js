"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.whatWasSaid = whatWasSaid;
exports.recordForDetails = recordForDetails;
const contract_1 = require("../generated/contract");
const taskJson_1 = require("./taskJson");
const redact_1 = require("../text/redact");
const speaking = ['error', 'message', 'detail', 'reason'];
const ownFields = [...Object.values(contract_1.taskField), taskJson_1.leftOutField];
const deepest = 4;
const longestRecord = 4_000;
function whatWasSaid(task) {
    const further = Object.entries(task).filter(([name]) => !ownFields.includes(name));
    return (0, redact_1.redact)(speak(Object.fromEntries(further), deepest));
}
function recordForDetails(task) {
    const text = JSON.stringify(task);
    return text.length <= longestRecord
        ? task
        : `${text.slice(0, longestRecord)}…`;
}
function speak(value, depth) {
    if (value === null || value === undefined || depth === 0)
        return '';
    if (typeof value !== 'object')
        return String(value).trim();
    if (Array.isArray(value))
        return join(value.map((entry) => speak(entry, depth - 1)));
    const entries = Object.entries(value).map(([name, inner]) => ({
        name,
        text: speak(inner, depth - 1),
    }));
    const said = join(speaking.map((name) => entries.find((entry) => entry.name === name)?.text ?? ''));
    const rest = entries
        .filter(({ name, text }) => !speaking.includes(name) && text !== '')
        .map(({ name, text }) => `${name}: ${text}`)
        .join(', ');
    return said && rest ? `${said} (${rest})` : said || rest;
}
const join = (texts) => [...new Set(texts)].filter((text) => text !== '').join('; ');
