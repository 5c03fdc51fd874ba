"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.longestParsed = void 0;
exports.readRecord = readRecord;
exports.readBeginning = readBeginning;
const contract_1 = require("../generated/contract");
exports.longestParsed = 64_000;
function readRecord(text) {
    if (text.length > exports.longestParsed)
        return undefined;
    const value = parse(keepDigits(text.replace(/^\uFEFF/, '')));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : undefined;
}
const stringOrLongNumber = /"(?:[^"\\]|\\.)*(?:"|$)|(?<![\w.+-])-?\d{16,}(?![\w.])/g;
const keepDigits = (text) => text.replace(stringOrLongNumber, (token) => token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`);
const fieldAtStart = /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|\[[^[\]{}]*\]|[\w.+-]+(?=\s*[,}]))\s*(?:[,}]|$)/y;
const mostFields = 1_000;
const contractNames = new Set(Object.values(contract_1.taskField));
function readBeginning(text) {
    const record = {};
    fieldAtStart.lastIndex = /^\s*\{/.exec(text)?.[0].length ?? text.length;
    for (let fields = 0; fields < mostFields; fields++) {
        const field = fieldAtStart.exec(text);
        if (field === null)
            break;
        const name = parse(field[1]);
        if (contractNames.has(name))
            record[String(name)] = parse(keepDigits(field[2]));
    }
    return record;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
