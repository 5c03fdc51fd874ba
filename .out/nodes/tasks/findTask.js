"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.wrappers = void 0;
exports.recognizeTask = recognizeTask;
exports.findTaskIds = findTaskIds;
exports.findIds = findIds;
const contract_1 = require("../generated/contract");
const readFields_1 = require("./readFields");
const taskIdProblem_1 = require("./taskIdProblem");
exports.wrappers = ['data', 'task'];
const deepestWrapper = 3;
const contractWords = Object.values(contract_1.taskStatus);
const mostShown = 8;
const longestShown = 200;
const mostAsked = 4;
const idWords = ['id', 'ids', 'uuid', 'guid', 'uid'];
const thingWords = ['task', 'job', 'video', 'generation', 'operation', 'request', 'order'];
const nameWords = new Set([
    ...idWords,
    ...['task', 'job', 'operation'],
    ...thingWords.map((thing) => `${thing}id`),
]);
const addressWords = new Set(['location', 'href', 'self', 'url', 'uri', 'link']);
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
function recognizeTask(answer, taskId) {
    const records = [...(0, readFields_1.valuesIn)(answer)].flatMap(({ path, value }) => {
        const isWrapped = path.length <= deepestWrapper && path.every((name) => exports.wrappers.includes(name));
        const record = Object(value);
        return isWrapped && typeof record.status === 'string' ? [{ path, record }] : [];
    });
    const [found, ...others] = records;
    if (found === undefined)
        return {};
    const { status } = found.record;
    const other = others.find(({ record }) => record.status !== status && contractWords.includes(record.status));
    if (other !== undefined) {
        const [one, another] = [found, other].map(({ path, record }) => `${[...path, contract_1.taskField.status].join('.')} "${shorten(String(record.status))}"`);
        return { contradiction: `the answer says ${one} and ${another} at once` };
    }
    const strange = records.find(({ record }) => !isSameId(record.id, taskId));
    if (strange !== undefined)
        return { contradiction: `the answer is about task "${shorten(String(strange.record.id))}"` };
    return { task: { ...found.record, status: shorten(String(status)) } };
}
function isSameId(told, asked) {
    if (told === undefined || told === null || told === '')
        return true;
    if (typeof told === 'number' && !Number.isSafeInteger(told))
        return Number(asked) === told;
    return String(told).trim() === asked;
}
const shorten = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
function findTaskIds(text) {
    const ids = (0, readFields_1.readFields)(text)
        .filter(isId)
        .toSorted((one, other) => one.path.length - other.path.length || rank(one) - rank(other))
        .map(({ value }) => value.trim())
        .filter((id) => (0, taskIdProblem_1.taskIdProblem)(id) === undefined);
    return [...new Set(ids)].slice(0, mostAsked);
}
function rank({ path }) {
    const name = path.at(-1) ?? '';
    if (name === contract_1.taskField.id)
        return 0;
    return /task/i.test(name) ? 1 : 2;
}
function isId({ path, value }) {
    const name = path.findLast((one) => one !== '');
    return name === undefined || nameWords.has(lastWord(name)) || uuid.exec(value)?.[0] === value;
}
function findIds(text, headers) {
    const named = Object.entries(headers).map(([name, value]) => ({
        path: [name],
        value: String(value),
    }));
    const found = new Set([...named, ...(0, readFields_1.readFields)(text)].flatMap(describe));
    return [...found].slice(0, mostShown);
}
function describe({ path, value }) {
    const shown = value.trim().slice(0, longestShown);
    if (shown === '' || /[\s"]/.test(shown))
        return [];
    const names = path.filter((one) => one !== '');
    const way = names.slice(-3).join('.');
    const isAddress = addressWords.has(lastWord(names.at(-1) ?? ''));
    if (!isAddress)
        return isId({ path, value: shown }) || uuid.test(shown) ? [`${way} "${shown}"`.trim()] : [];
    const parameters = [...new URLSearchParams(shown.split('?')[1])];
    return [
        `${way} "${shown}"`,
        ...parameters
            .filter(([parameter]) => nameWords.has(lastWord(parameter)))
            .map(([parameter, id]) => `${way} ${parameter} "${id}"`),
    ];
}
const lastWord = (name) => name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .at(-1)
    .toLowerCase();
