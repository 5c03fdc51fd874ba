"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readFields = readFields;
exports.valuesIn = valuesIn;
const longestRead = 60_000;
const mostValues = 5_000;
const longestPath = 8;
const idInSentence = /(?<=\b(?:task|job|video|generation|operation|request|id)["']?[\s:=#]{1,3}["']?)[\w-]*\d[\w-]*|\b(?:task|job|gen|video)[_-][\w-]+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
const fieldInPiece = /"([^"\\]{1,100})"\s*:\s*(?:"([^"\\]{1,600})"|(\d{1,100})(?=[\s,}\]]))/g;
const textOrLargeNumber = /"(?:[^"\\]|\\.)*(?:"|$)|(?<![\w.+-])\d{16,}(?![\w.])/g;
const form = /^[^\s=&<{["]{1,100}=\S*$/;
function readFields(text) {
    const read = text.slice(0, longestRead).trim();
    const value = parse(read);
    if (typeof value === 'string')
        return readFields(value);
    if (value !== undefined)
        return fieldsOf(value);
    if (/^[{[]/.test(read))
        return Array.from(read.matchAll(fieldInPiece), ([, name, inQuotes, number]) => ({
            path: [name],
            value: inQuotes ?? number,
        }));
    if (form.test(read))
        return fieldsOf(Object.fromEntries(new URLSearchParams(read)));
    return Array.from(read.matchAll(idInSentence), ([id]) => ({ path: [], value: id }));
}
function fieldsOf(value) {
    return [...valuesIn(value)].flatMap(({ path, value }) => path.length > 0 && (typeof value === 'string' || Number.isSafeInteger(value))
        ? [{ path, value: String(value) }]
        : []);
}
function* valuesIn(value) {
    const found = [{ path: [], value }];
    for (const { path, value } of found) {
        const opened = typeof value === 'string' && /^\s*[{["]/.test(value) ? parse(value) : undefined;
        const inside = opened ?? value;
        yield { path, value: inside };
        if (typeof inside !== 'object' || inside === null)
            continue;
        for (const [name, inner] of Object.entries(inside)) {
            if (found.length >= mostValues)
                break;
            const step = Array.isArray(inside) ? '' : name;
            found.push({ path: [...path.slice(-longestPath), step], value: inner });
        }
    }
}
function parse(text) {
    try {
        return JSON.parse(text.replace(textOrLargeNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)));
    }
    catch {
        return undefined;
    }
}
