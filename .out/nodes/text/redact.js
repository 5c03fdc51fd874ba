"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mask = void 0;
exports.redact = redact;
const secretPattern_1 = require("./secretPattern");
const longestShown = 300;
const longestRead = 2_000;
exports.mask = '***';
const patterns = [
    [/(\/\/)[^\s/?#"'<>]*@/g, `$1${exports.mask}@`],
    [/\b((?:https?|wss?):\/\/[^\s?#"'<>]+[?#])[^\s"'<>]*/gi, `$1${exports.mask}`],
    [/\b((?:bearer|basic)(?:\s|%20|\+|["':=])+)(?=[^\s"',}&]*\d)[^\s"',}&]+/gi, `$1${exports.mask}`],
    [/((?:key|token|secret|signature|sig|password)=)[^\s"'&<>]+/gi, `$1${exports.mask}`],
    [
        /((?:(?:api|access|client|private|refresh|secret)[_-]?(?:key|token|secret)|password)["']?\s*:\s*["']?)[^\s"',}]+/gi,
        `$1${exports.mask}`,
    ],
];
function redact(text, secrets = []) {
    const secret = (0, secretPattern_1.secretPattern)(secrets);
    const hidden = secret === undefined ? text : text.replace(secret, exports.mask);
    let shown = cut(hidden.replace(/\s+/g, ' ').trim(), longestRead);
    for (const [pattern, replacement] of patterns)
        shown = shown.replace(pattern, replacement);
    return detach(shown.length <= longestShown ? shown : `${cut(shown, longestShown)}…`);
}
const detach = (text) => JSON.parse(JSON.stringify(text));
const cut = (text, length) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
