"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.periodAt = periodAt;
exports.takePlaces = takePlaces;
exports.overLimit = overLimit;
function periodAt(atMs, per, timeZone) {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);
    return per === 'day' ? day : day.slice(0, 'yyyy-mm'.length);
}
async function takePlaces(store, period, count, most) {
    const taken = [];
    let first = 1;
    for (let size = count; first <= most && taken.length < count; size *= 2) {
        const length = Math.min(size, most - first + 1);
        const asked = Array.from({ length }, (_, at) => `video ${first + at} of ${period}`);
        taken.push(...(await store.record(asked)));
        first += size;
    }
    const isEnough = taken.length >= count;
    await store.remove(taken.slice(isEnough ? count : 0));
    return isEnough ? { places: taken.slice(0, count) } : { left: taken.length };
}
function overLimit(wanted, left, { videos, per }) {
    const advice = 'Run fewer rows, or raise Spending Limit in the options.';
    const room = left === 0 ? 'none' : `only ${left}`;
    return {
        reason: 'tooManyVideos',
        message: `This would make ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the Spending Limit of ${videos} per ${per} leaves room for ${room}`,
        description: `Nothing was charged for ${wanted === 1 ? 'it' : 'them'}. ${advice}`,
        advice,
        paid: 'no',
    };
}
