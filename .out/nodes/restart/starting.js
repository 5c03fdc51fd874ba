"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.processAgeMs = exports.processMark = void 0;
exports.askStartup = askStartup;
const longestStartMs = 5 * 60_000;
let isUp = false;
const readinessUrl = (resumeUrl) => {
    const segments = resumeUrl.split('?')[0].split('/');
    return [...segments.slice(0, -3), 'healthz', 'readiness'].join('/');
};
async function askStartup({ get }, resumeUrl) {
    isUp ||= (0, exports.processAgeMs)() > longestStartMs;
    if (isUp)
        return 'up';
    const startup = await get(readinessUrl(resumeUrl)).then(({ httpStatus, text }) => readReadiness(httpStatus, text), (error) => (/ECONNREFUSED/.test(codesOf(error)) ? 'down' : 'up'));
    isUp = startup === 'up';
    return startup;
}
function readReadiness(httpStatus, text) {
    if (httpStatus === 502 || httpStatus === 504)
        return 'down';
    if (httpStatus !== 503)
        return 'up';
    return /"status":"error"/.test(text) ? 'starting' : 'down';
}
const codesOf = (error) => {
    const { code, cause, message } = Object(error);
    return `${String(code)} ${String(message)} ${cause === undefined ? '' : codesOf(cause)}`;
};
exports.processMark = `${Math.random()}`;
const processAgeMs = () => performance.now();
exports.processAgeMs = processAgeMs;
