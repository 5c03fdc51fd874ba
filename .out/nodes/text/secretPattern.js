"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.secretPattern = secretPattern;
const shortestAnywhere = 8;
const shortestBase64 = 6;
function secretPattern(secrets) {
    const keys = [...new Set(secrets.map((secret) => secret.trim()))].filter((key) => key !== '');
    const forms = keys.flatMap((key) => [standing(key), ...inBase64(key).map(written)]);
    return forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
}
function standing(key) {
    if (key.length >= shortestAnywhere)
        return written(key);
    return `(?<![\\w/-]|\\w\\.)${written(key)}(?![\\w/-]|\\.\\w)`;
}
function written(text) {
    return text.replace(/[^a-z\d]/gi, (sign) => {
        const code = sign.charCodeAt(0).toString(16).padStart(2, '0');
        return `(?:\\\\{0,3}(?:\\${sign}|u00${code})|%(?:25)*${code})`;
    });
}
function inBase64(key) {
    const forms = [0, 1, 2].map((before) => {
        const bytes = Buffer.from(' '.repeat(before) + key);
        const first = Math.ceil((before * 4) / 3);
        return bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3));
    });
    return forms
        .filter(({ length }) => length >= shortestBase64)
        .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
