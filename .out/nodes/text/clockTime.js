"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.clockTime = void 0;
const setNewest_1 = require("../memory/setNewest");
const formats = new Map();
const mostZones = 100;
const clockTime = (atMs, timeZone = 'UTC') => formatFor(timeZone).format(atMs);
exports.clockTime = clockTime;
function formatFor(timeZone) {
    const known = formats.get(timeZone);
    if (known !== undefined)
        return known;
    const format = makeFormat(timeZone);
    (0, setNewest_1.setNewest)(formats, timeZone, format, mostZones);
    return format;
}
function makeFormat(timeZone) {
    const parts = {
        ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
        ...{ timeZoneName: 'short', hourCycle: 'h23' },
    };
    try {
        return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
    }
    catch {
        return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
    }
}
