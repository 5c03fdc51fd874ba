"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readAnswer = readAnswer;
const contract_1 = require("../generated/contract");
const findTask_1 = require("../tasks/findTask");
const readRecord_1 = require("./readRecord");
const retryAfter_1 = require("./retryAfter");
const brokenReasons = {
    tooLarge: 'the answer is larger than an answer of this service can be',
    timeout: 'the answer didn’t arrive whole in time',
    reset: 'the connection broke before the answer was whole',
};
function readAnswer(raw, nowMs) {
    const { httpStatus, headers } = raw;
    if (httpStatus >= 200 && httpStatus < 300)
        return readSuccess(raw);
    const detail = describeBody(raw.body.text);
    if (httpStatus >= 300 && httpStatus < 400) {
        const location = String(headers.location ?? '');
        return { kind: 'redirected', httpStatus, location, detail, ...namedIn(raw) };
    }
    if (httpStatus === 407)
        return {
            kind: 'unsent',
            code: 'PROXY_LOGIN',
            detail: 'the proxy on the way to the service asks for a login (HTTP 407)',
        };
    const retryAfterMs = (0, retryAfter_1.parseRetryAfterMs)(headers['retry-after'], readDateMs(headers.date) ?? nowMs);
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    if (httpStatus === 429)
        return { kind: 'busy', httpStatus, detail, ...wait };
    if (httpStatus === 401 || httpStatus === 403)
        return { kind: 'unauthorized', httpStatus, detail };
    if (httpStatus === 404 || httpStatus === 410)
        return { kind: 'notFound', httpStatus, detail };
    if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
        return { kind: 'refused', httpStatus, detail, ...namedIn(raw) };
    return { kind: 'faulty', httpStatus, detail, ...wait, ...namedIn(raw) };
}
function readSuccess(raw) {
    const { httpStatus, body } = raw;
    const isTooLarge = body.broken === 'tooLarge' || body.text.length > readRecord_1.longestParsed;
    const whole = isTooLarge || body.broken ? undefined : (0, readRecord_1.readRecord)(body.text);
    const task = whole ?? (0, readRecord_1.readBeginning)(body.text);
    const id = idOf(task);
    const tellsEnough = whole !== undefined || (isTooLarge && contract_1.taskField.status in task);
    if (tellsEnough && id === undefined)
        return { kind: 'task', httpStatus, task, ...namedIn(raw) };
    if (tellsEnough)
        return { kind: 'task', httpStatus, task: { ...task, [contract_1.taskField.id]: id } };
    const broken = isTooLarge ? 'tooLarge' : body.broken;
    const detail = broken === undefined
        ? `the answer isn’t a JSON object: ${describeBody(body.text).trim() || '(empty)'}`
        : brokenReasons[broken];
    const known = id === undefined ? namedIn(raw) : { taskId: id };
    return { kind: 'unreadable', httpStatus, detail, ...known };
}
function idOf(task) {
    const id = task[contract_1.taskField.id];
    if (typeof id === 'number')
        return String(id);
    return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}
function namedIn({ headers, body }) {
    const ids = (0, findTask_1.findIds)(body.text, headers);
    return ids.length === 0 ? {} : { ids };
}
function describeBody(text) {
    const body = (0, readRecord_1.readRecord)(text);
    if (body === undefined)
        return text.replace(/<[^<>]*>/g, ' ');
    if (Object.keys(body).length === 0)
        return '';
    const told = [body.message, body.error, body.detail, body.title, body.code];
    const said = told.find((value) => typeof value === 'string' || Object(value) === value);
    if (typeof said === 'string')
        return said;
    const { message } = Object(said);
    return typeof message === 'string' ? message : text;
}
function readDateMs(header) {
    const dateMs = Date.parse(String(header));
    return Number.isNaN(dateMs) ? undefined : dateMs;
}
