"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readItemSettings = readItemSettings;
exports.readRunSettings = readRunSettings;
const readValue_1 = require("../../parameters/readValue");
const SpendingLimit_1 = require("./SpendingLimit");
function switchOf(options, name, label, report) {
    if (!Object.hasOwn(options, name))
        return false;
    const read = (0, readValue_1.readSwitch)(options[name], label);
    if (read.problem !== undefined)
        report(read.problem);
    return read.value ?? false;
}
function readItemSettings(options, report) {
    return {
        preview: switchOf(options, 'preview', 'Preview Only', report),
    };
}
function readRunSettings(options, report) {
    const [first, ...others] = options.map(limitOf);
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
        report('Spending Limit must be the same for all rows, but it is not.');
    if (first === undefined)
        return {};
    const videos = (0, readValue_1.readNumber)(first.videos, SpendingLimit_1.limitRule);
    const per = (0, readValue_1.readChoice)(first.per, 'Spending Limit, Per', SpendingLimit_1.limitPeriods);
    if (videos.problem !== undefined)
        report(videos.problem);
    if (per.problem !== undefined)
        report(per.problem);
    const isRead = videos.value !== undefined && per.value !== undefined;
    return isRead ? { limit: { videos: videos.value, per: per.value } } : {};
}
function limitOf({ spendingLimit }) {
    const { limit } = Object(spendingLimit);
    return limit;
}
