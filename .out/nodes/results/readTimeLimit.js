"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hasOneTimeLimit = hasOneTimeLimit;
exports.readTimeLimit = readTimeLimit;
exports.timeLimits = timeLimits;
const readForRun_1 = require("../parameters/readForRun");
const readValue_1 = require("../parameters/readValue");
const settings_1 = require("../look/settings");
const WaitItem_1 = require("./WaitItem");
const yearMinutes = 365 * 24 * 60;
const defaultTimeLimitMinutes = settings_1.defaultSettings.timeoutMs / 60_000;
function hasOneTimeLimit(context) {
    return !(0, readForRun_1.hasExpression)(context.getNode().parameters.options);
}
function readTimeLimit(context, itemIndex) {
    const options = context.getNodeParameter('options', itemIndex, {});
    const minutes = Object.hasOwn(options, 'timeLimitMinutes')
        ? options.timeLimitMinutes
        : defaultTimeLimitMinutes;
    return (0, readValue_1.readNumber)(minutes, { label: 'Time Limit (Minutes)', least: 0, most: yearMinutes });
}
function timeLimits(items) {
    const limits = new Map();
    for (const item of items) {
        const key = (0, WaitItem_1.keyOf)(item);
        if (key === undefined || item.timeoutMs === undefined)
            continue;
        limits.set(key, Math.max(item.timeoutMs, limits.get(key) ?? item.timeoutMs));
    }
    return limits;
}
