"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readRoster = exports.sleepRecordOf = void 0;
exports.readSleepRecord = readSleepRecord;
exports.storeSleepRecord = storeSleepRecord;
const n8n_workflow_1 = require("n8n-workflow");
const packRoster_1 = require("../restart/packRoster");
const contextKey = 'videogenSleep';
function readSleepRecord(context) {
    const executionId = context.getExecutionId();
    const stored = context.getContext('flow')[contextKey];
    return stored !== undefined && stored.executionId === executionId
        ? stored
        : { executionId, timersMs: [] };
}
function storeSleepRecord(context, record) {
    context.getContext('flow')[contextKey] = { ...record };
}
const sleepRecordOf = (data) => n8n_workflow_1.NodeHelpers.getContext(data, 'flow')[contextKey];
exports.sleepRecordOf = sleepRecordOf;
const readRoster = ({ roster, addresses }) => roster === undefined || addresses === undefined ? new Map() : (0, packRoster_1.unpackRoster)(roster, addresses);
exports.readRoster = readRoster;
