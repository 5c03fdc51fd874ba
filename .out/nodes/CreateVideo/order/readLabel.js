"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readLabel = readLabel;
exports.readOrderKey = readOrderKey;
const label_1 = require("../../links/label");
const readValue_1 = require("../../parameters/readValue");
function readLabel(value, field) {
    return (0, readValue_1.isBlank)(value) ? { value: undefined } : readShortText(value, field);
}
function readOrderKey(options) {
    if (!Object.hasOwn(options, 'orderKey'))
        return { value: undefined };
    return readShortText(options.orderKey, 'Order Key');
}
function readShortText(value, field) {
    const text = typeof value === 'number' ? String(value) : value;
    const read = (0, readValue_1.readText)(text, field, 'Fill it in, or remove the option.');
    if (read.problem !== undefined)
        return read;
    if (read.value.length <= label_1.longestLabel && !/[\p{Cc}\p{Surrogate}]/u.test(read.value))
        return read;
    return { problem: `${field} must be a single line of at most ${label_1.longestLabel} characters.` };
}
