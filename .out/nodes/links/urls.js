"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readUrls = void 0;
exports.checkUrl = checkUrl;
exports.toWireUrl = toWireUrl;
const readValue_1 = require("../parameters/readValue");
const redact_1 = require("../text/redact");
const separator = /[\r\n]+|,\s+|(?:[\s,;|]|<br ?\/?>|\\[nrt]|\sand\s){1,9}(?=https?:)/i;
const edges = /^[\s\p{Cf}"“”„<>`]{1,9}|[\s\p{Cf}"“”„<>`,;|]{1,9}$/gu;
const readUrls = (value) => (0, readValue_1.readList)(value, (text) => text.split(separator))
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map((entry) => entry.replace(edges, ''))
    .filter((entry) => entry !== '');
exports.readUrls = readUrls;
const addressInside = /[^/=?:&]https?:\/\//i;
const partNotFound = /[/=](?:undefined|NaN)(?=[/?&#.]|$)/;
const noAddressHas = /["<>\\\p{Cc}\p{Cf}]/u;
function checkUrl(text) {
    const but = `but it is "${(0, redact_1.redact)(text)}".`;
    const unfilled = (0, readValue_1.findUnfilled)(text);
    if (unfilled !== undefined)
        return unfilled;
    if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
        return `must be a full web address that starts with http:// or https://, ${but}`;
    const { hostname, username, password } = new URL(text);
    if (/^https?$/.test(hostname))
        return `must start with https:// only once, ${but}`;
    if (addressInside.test(text))
        return `must have each web address on a line of its own, ${but}`;
    const [odd] = noAddressHas.exec(text) ?? [];
    if (odd !== undefined) {
        const codePoint = odd.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
        return `contains a character that no web address has (U+${codePoint}). Copy the address again, ${but}`;
    }
    if (partNotFound.test(text))
        return `has "undefined" or "NaN" where an expression found no value, ${but}`;
    if (username || password)
        return `must not contain a user name or password, ${but}`;
    return undefined;
}
const plainUri = /^(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
function toWireUrl(text) {
    if (plainUri.test(text))
        return text;
    const { origin, pathname, search } = new URL(text);
    return (origin +
        (pathname + search).replace(/%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi, (character) => character === '%' ? '%25' : encodeURIComponent(character)));
}
