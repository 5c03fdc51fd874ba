"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.callExecution = callExecution;
exports.readCallAnswer = readCallAnswer;
const knownSleeps_1 = require("./knownSleeps");
const underWay = new Map();
async function callExecution({ post }, { executionId, resumeUrl }, body = {}) {
    if (underWay.has(executionId)) {
        await underWay.get(executionId);
        return 'heard';
    }
    if ((0, knownSleeps_1.isBeingCalled)(executionId, performance.now()))
        return 'heard';
    const outcome = post(resumeUrl, body).then(readCallAnswer, () => 'unheard');
    underWay.set(executionId, outcome);
    await outcome;
    underWay.delete(executionId);
    return await outcome;
}
function readCallAnswer({ httpStatus, text, }) {
    if (httpStatus === 200 && /n8n is starting up/.test(text))
        return 'busy';
    if (httpStatus >= 200 && httpStatus < 300)
        return 'heard';
    if (httpStatus === 409)
        return 'busy';
    if (httpStatus >= 500 && /"code":/.test(text))
        return 'busy';
    if (httpStatus === 404 && /execution/i.test(text))
        return 'busy';
    return 'unheard';
}
