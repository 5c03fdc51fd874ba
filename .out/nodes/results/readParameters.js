"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readSettings = readSettings;
exports.readWishes = readWishes;
const raise_1 = require("../errors/raise");
const readValue_1 = require("../parameters/readValue");
const choices_1 = require("../sleep/choices");
const settings_1 = require("../look/settings");
const openForm_1 = require("./openForm");
const outputShape_1 = require("./outputShape");
const readTimeLimit_1 = require("./readTimeLimit");
const WaitItem_1 = require("./WaitItem");
const daySeconds = 24 * 60 * 60;
async function readSettings(context, items) {
    const { wishes, problems } = await readWishes(context, 'skip');
    const rowProblems = context.continueOnFail() ? [] : (0, WaitItem_1.describeBadItems)(items);
    if (problems.length > 0)
        throw (0, raise_1.toNodeError)(context.getNode(), {
            message: [...problems, ...rowProblems].join(' '),
            description: `${WaitItem_1.nothingAsked} Correct this and run the node again.`,
            reason: 'invalidInput',
            paid: 'unknown',
        });
    return wishes;
}
async function readWishes(context, unreadableOptions = 'throw') {
    const form = await (0, openForm_1.openForm)(context, unreadableOptions);
    const { field, option, problems } = form;
    const { intervalMs, timeoutMs } = settings_1.defaultSettings;
    const limit = (0, readTimeLimit_1.hasOneTimeLimit)(context) ? (0, readTimeLimit_1.readTimeLimit)(context, 0) : undefined;
    if (limit?.problem !== undefined)
        problems.push(limit.problem);
    const wishes = {
        settings: {
            timeoutMs: limit?.value === undefined ? timeoutMs : limit.value * 60_000,
            intervalMs: 1000 *
                option('intervalSeconds', 'Check Every (Seconds)', intervalMs / 1000, within(1, daySeconds)),
        },
        ...((await field('download', 'Download Video', false, readValue_1.readSwitch)) && {
            download: {
                field: await field('binaryField', 'Put Output File in Field', 'data', readFieldName),
            },
        }),
        choices: (0, choices_1.readSleepChoices)(option),
        shape: (0, outputShape_1.readShape)(form),
    };
    return { wishes, problems };
}
const within = (least, most, whole = false) => (value, label) => (0, readValue_1.readNumber)(value, { label, least, most, whole });
function readFieldName(value, label) {
    if (typeof value === 'string' && value.trim() !== '')
        return { value: value.trim() };
    return { problem: `${label} must be the name of a field, but it is ${(0, readValue_1.nameValue)(value)}.` };
}
