"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isBlank = void 0;
exports.readNumber = readNumber;
exports.nameValue = nameValue;
exports.findUnfilled = findUnfilled;
exports.readText = readText;
exports.readList = readList;
exports.readChoice = readChoice;
exports.readSwitch = readSwitch;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;
function readNumber(value, rule) {
    const { label, least, most, whole = false } = rule;
    const number = typeof value === 'string' && plainNumber.test(value.trim()) ? Number(value) : value;
    const fits = typeof number === 'number' &&
        number >= least &&
        number <= most &&
        (!whole || Number.isSafeInteger(number));
    if (fits)
        return { value: number };
    const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
    return {
        problem: `${label} must be a ${whole ? 'whole ' : ''}number ${bounds}, but it is ${nameValue(value)}.`,
    };
}
const longestShown = 60;
function nameValue(value) {
    if (value === undefined || value === null || value === '')
        return 'empty';
    if (typeof value === 'string')
        return `"${value.length > longestShown ? `${value.slice(0, longestShown)}…` : value}"`;
    if (typeof value === 'number' && Number.isNaN(value))
        return 'not a number';
    if (Array.isArray(value))
        return 'a list';
    return typeof value === 'object' ? 'an object' : String(value);
}
const invisible = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const isBlank = (value) => value === undefined ||
    value === null ||
    (typeof value === 'string' && value.replace(invisible, '') === '');
exports.isBlank = isBlank;
const foundNothing = /^(undefined|null|NaN)$/;
function findUnfilled(text) {
    const literal = /\{\{.*?\}\}/s.exec(text)?.[0];
    if (literal !== undefined)
        return `contains ${nameValue(literal)}, which n8n didn’t fill in. Switch the field from Fixed to Expression.`;
    if (foundNothing.test(text.trim()))
        return `is "${text.trim()}", which is what an expression gives when it finds no value. Check the names in it.`;
    if (text.includes('[object Object]'))
        return 'contains "[object Object]". Pick a field of that object in your expression.';
    return undefined;
}
function readText(value, label, hint) {
    if ((0, exports.isBlank)(value))
        return { problem: `${label} is empty. ${hint}` };
    if (typeof value !== 'string')
        return { problem: `${label} must be text, but it is ${nameValue(value)}.` };
    const unfilled = findUnfilled(value);
    return unfilled === undefined ? { value: value.trim() } : { problem: `${label} ${unfilled}` };
}
function readList(value, split) {
    if (Array.isArray(value))
        return value.flatMap((entry) => readList(entry, split));
    if ((0, exports.isBlank)(value))
        return [];
    if (typeof value !== 'string')
        return [value];
    try {
        const parsed = JSON.parse(value);
        if (Array.isArray(parsed))
            return readList(parsed, split);
    }
    catch {
    }
    return split(value.trim())
        .map((entry) => entry.trim())
        .filter((entry) => !(0, exports.isBlank)(entry));
}
function readChoice(value, label, choices) {
    const choice = choices.find((known) => known === value);
    if (choice !== undefined)
        return { value: choice };
    const list = choices.map((known) => `"${known}"`).join(', ');
    return { problem: `${label} must be one of ${list}, but it is ${nameValue(value)}.` };
}
function readSwitch(value, label) {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (text === true || text === 'true')
        return { value: true };
    if (text === false || text === 'false')
        return { value: false };
    return { problem: `${label} must be true or false, but it is ${nameValue(value)}.` };
}
