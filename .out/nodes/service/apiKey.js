"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.bearerHeader = void 0;
exports.readApiKey = readApiKey;
exports.problemOfKey = problemOfKey;
function readApiKey(typed) {
    if (typeof typed !== 'string' && typeof typed !== 'number')
        return '';
    return String(typed)
        .trim()
        .replace(/^bearer\s+/i, '');
}
const bearerHeader = (typed) => ({ Authorization: `Bearer ${readApiKey(typed)}` });
exports.bearerHeader = bearerHeader;
function problemOfKey(typed) {
    const key = readApiKey(typed);
    if (key === '')
        return 'The API Key of the VideoGen API credential is empty';
    if (/[^\x21-\x7e]/.test(key))
        return 'The API Key of the VideoGen API credential contains a space or another character that doesn’t belong in a key. Copy it again from the service’s dashboard';
    return undefined;
}
