"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isReady = exports.longestCheckPauseMs = void 0;
exports.toSleeper = toSleeper;
const Agenda_1 = require("../look/Agenda");
const LiveWait_1 = require("../look/LiveWait");
const shortestCheckPauseMs = 30_000;
exports.longestCheckPauseMs = 5 * 60_000;
const checkPausePerTaskMs = 20;
function toSleeper({ state, settings, ...known }, pause) {
    const wait = new LiveWait_1.LiveWait(state, settings, pause);
    const checkPauseMs = Math.min(Math.max(shortestCheckPauseMs, checkPausePerTaskMs * wait.size), exports.longestCheckPauseMs);
    const sleeper = { ...known, wait, isStored: false, isRung: false, checkPauseMs };
    return Object.assign(sleeper, {
        callers: new Set(),
        isGone: new AbortController(),
        look: (0, Agenda_1.slotFor)(sleeper),
        limit: (0, Agenda_1.slotFor)(sleeper),
        forget: (0, Agenda_1.slotFor)(sleeper),
        check: (0, Agenda_1.slotFor)(sleeper),
    });
}
const isReady = ({ wait, eager }) => eager ? wait.open < wait.size : wait.open === 0;
exports.isReady = isReady;
