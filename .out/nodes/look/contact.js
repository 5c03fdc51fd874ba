"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.noteContact = noteContact;
exports.keyIsRefused = keyIsRefused;
exports.hopelessOutcome = hopelessOutcome;
const settings_1 = require("./settings");
function noteContact(before, { kind }, nowMs) {
    if (kind === 'silent')
        return { ...before, silence: (0, settings_1.extendStreak)(before.silence, nowMs) };
    const heard = { ...before, heard: true, silence: undefined };
    if (kind === 'keyRefused')
        return { ...heard, keyRefusals: (0, settings_1.extendStreak)(before.keyRefusals, nowMs) };
    if (kind === 'task')
        return { ...heard, accepted: true, keyRefusals: undefined };
    return heard;
}
function keyIsRefused(refusals, accepted, nowMs) {
    const { never, before } = settings_1.keyRefusalTolerance;
    return (0, settings_1.isBelieved)(refusals, accepted === true ? before : never, nowMs);
}
function hopelessOutcome({ heard, accepted, silence, keyRefusals }, nowMs) {
    if (heard !== true && (0, settings_1.isBelieved)(silence, settings_1.silenceTolerance, nowMs))
        return 'unreachable';
    return keyIsRefused(keyRefusals, accepted, nowMs) ? 'unauthorized' : undefined;
}
