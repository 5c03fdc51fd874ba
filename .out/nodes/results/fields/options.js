"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.optionsCollection = exports.waitOptions = void 0;
const choices_1 = require("../../sleep/choices");
const settings_1 = require("../../look/settings");
const intervalSeconds = settings_1.defaultSettings.intervalMs / 1000;
const timeLimitMinutes = settings_1.defaultSettings.timeoutMs / 60_000;
exports.waitOptions = [
    choices_1.sleepFields.watch,
    {
        displayName: 'Check Every (Seconds)',
        name: 'intervalSeconds',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: intervalSeconds,
        description: 'How much time passes between two looks at the same task',
    },
    choices_1.sleepFields.release,
    choices_1.sleepFields.stayAwake,
    {
        displayName: 'Time Limit (Minutes)',
        name: 'timeLimitMinutes',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: timeLimitMinutes,
        description: 'How long to wait for each video. A task that takes longer isn’t lost: wait for it again with the same ID, which costs nothing.',
    },
];
const sortKey = ({ displayName }) => displayName.toLowerCase();
const optionsCollection = (options) => ({
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [...options].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
});
exports.optionsCollection = optionsCollection;
