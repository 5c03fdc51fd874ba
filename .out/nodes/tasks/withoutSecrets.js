"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.withoutSecrets = withoutSecrets;
const contract_1 = require("../generated/contract");
const redact_1 = require("../text/redact");
const secretPattern_1 = require("../text/secretPattern");
const deepest = 20;
const contractNames = new Set(Object.values(contract_1.taskField));
const contractWords = new Set(Object.values(contract_1.taskStatus));
function withoutSecrets(record, secrets) {
    const secret = (0, secretPattern_1.secretPattern)(secrets);
    const hideIn = (text) => (secret === undefined ? text : text.replace(secret, redact_1.mask));
    const hide = (value, level) => {
        if (typeof value === 'string')
            return hideIn(value);
        if (typeof value === 'number')
            return hideIn(String(value)) === String(value) ? value : redact_1.mask;
        if (typeof value !== 'object' || value === null)
            return value;
        if (level === deepest)
            return undefined;
        if (Array.isArray(value))
            return value.map((entry) => hide(entry, level + 1));
        const shown = Object.entries(value).map(([name, inner]) => {
            const isWord = name === contract_1.taskField.status && contractWords.has(inner);
            return [
                contractNames.has(name) ? name : hideIn(name),
                isWord ? inner : hide(inner, level + 1),
            ];
        });
        return Object.fromEntries(shown);
    };
    return hide(record, 0);
}
