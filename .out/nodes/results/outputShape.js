"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readShape = readShape;
exports.shapeJson = shapeJson;
const contract_1 = require("../generated/contract");
const readValue_1 = require("../parameters/readValue");
const taskJson_1 = require("../tasks/taskJson");
const output_1 = require("./fields/output");
const { id, status, progress } = contract_1.taskField;
const selectedByDefault = [status, 'videoUrl'];
const simplified = [
    ...[id, status, 'videoUrl', 'label', 'paid'],
    ...['outcome', 'taskError', 'finished', progress, 'orderedBefore'],
];
const ofNoVideo = ['outcome', progress];
function readShape({ option }) {
    const named = option('outputFields', 'Output Fields', [], readNames);
    const meant = named.length > 0 ? 'selected' : 'simplified';
    const choice = option('output', 'Output', meant, (value, label) => (0, readValue_1.readChoice)(value, label, output_1.outputChoices));
    const keepInput = option('keepInput', 'Keep Input Fields', false, readValue_1.readSwitch);
    if (choice === 'everything')
        return { keepInput };
    if (choice === 'simplified')
        return { keepInput, fields: simplified };
    return { keepInput, fields: [id, ...(named.length > 0 ? named : selectedByDefault)] };
}
function readNames(value, label) {
    const named = Array.isArray(value)
        ? value
        : typeof value === 'string'
            ? value.split(/[,\n]/)
            : [];
    const names = named.map((name) => String(name).trim()).filter((name) => name !== '');
    if (names.length > 0)
        return { value: names };
    return { problem: `${label} must name at least one field, but it is ${(0, readValue_1.nameValue)(value)}.` };
}
function shapeJson(context, json, itemIndex, { fields, keepInput }) {
    const { [id]: ofTask, [status]: state, videoUrl, ...rest } = json;
    const first = { [id]: ofTask, [status]: state, ...(videoUrl !== undefined && { videoUrl }) };
    const all = { ...first, ...rest };
    const shown = fields === undefined ? all : pick(all, fields);
    if (!keepInput)
        return shown;
    return (0, taskJson_1.keepApart)(context.getInputData()[itemIndex]?.json ?? {}, shown, 'input');
}
function pick(json, fields) {
    const isThere = json.videoUrl !== undefined && fields === simplified;
    const wanted = fields.filter((name) => json[name] !== undefined && !(isThere && ofNoVideo.includes(name)));
    return Object.fromEntries(wanted.map((name) => [name, json[name]]));
}
