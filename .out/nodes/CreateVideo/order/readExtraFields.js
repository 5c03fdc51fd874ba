"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readExtraFields = readExtraFields;
const contract_1 = require("../../generated/contract");
const readValue_1 = require("../../parameters/readValue");
const known = Object.values(contract_1.requestField);
const label = 'Extra Fields (JSON)';
function readExtraFields(value) {
    if ((0, readValue_1.isBlank)(value))
        return { value: {} };
    const fields = typeof value === 'string' ? parse(value) : value;
    if (fields === undefined)
        return { problem: `${label} must be a JSON object, but it is text that isn’t valid JSON.` };
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
        return { problem: `${label} must be a JSON object, but it is ${(0, readValue_1.nameValue)(fields)}.` };
    const taken = Object.keys(fields).find((field) => known.includes(field));
    if (taken !== undefined)
        return {
            problem: `${label} contains "${taken}". Use the fields of the form instead of repeating them here.`,
        };
    const problem = findUnsendable(fields);
    return problem === undefined ? { value: fields } : { problem: `${label} ${problem}` };
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function findUnsendable(fields) {
    for (const [key, value] of Object.entries(fields)) {
        const named = (0, readValue_1.nameValue)(key);
        const isInteger = Number.isInteger(value);
        if (key === '__proto__' || !key.isWellFormed())
            return `contains ${named}, which can’t be sent.`;
        if (typeof value === 'bigint' || (isInteger && !Number.isSafeInteger(value)))
            return `has in ${named} a number too large to be sent exactly. Put it in quotes if the service takes text there.`;
        if (typeof value === 'number' && !Number.isFinite(value))
            return `has in ${named} a number that can’t be sent (${value}).`;
        const unfilled = typeof value === 'string' ? (0, readValue_1.findUnfilled)(value) : undefined;
        if (unfilled !== undefined)
            return `has in ${named} a text that ${unfilled}`;
        const inside = typeof value === 'object' && value !== null ? findUnsendable(value) : undefined;
        if (inside !== undefined)
            return inside;
    }
    return undefined;
}
