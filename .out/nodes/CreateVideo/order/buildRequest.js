"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.buildRequest = buildRequest;
const contract_1 = require("../../generated/contract");
const readValue_1 = require("../../parameters/readValue");
const formChoices_1 = require("./formChoices");
const FormRow_1 = require("./FormRow");
const readMedia_1 = require("./readMedia");
const readExtraFields_1 = require("./readExtraFields");
async function buildRequest(row) {
    const { field, options } = row;
    const mode = (0, FormRow_1.take)(row, (0, readValue_1.readChoice)(field('mode'), 'Mode', formChoices_1.modeChoices));
    const body = {
        ...(0, FormRow_1.take)(row, (0, readExtraFields_1.readExtraFields)(options.extraFields)),
        [contract_1.requestField.model]: mode && (0, FormRow_1.take)(row, readModel(row, mode)),
        [contract_1.requestField.prompt]: (0, FormRow_1.take)(row, (0, readValue_1.readText)(field('prompt'), 'Prompt', 'Describe what the video should show.')),
        ...(mode && (await (0, readMedia_1.readMedia)(row, mode))),
        [contract_1.requestField.duration]: readPicked(row, 'duration', 'Duration', readSeconds),
        [contract_1.requestField.quality]: readOptional(row, options.quality, 'Quality', readPlain),
        [contract_1.requestField.aspectRatio]: readPicked(row, 'aspectRatio', 'Aspect Ratio', readPlain),
        [contract_1.requestField.callbackUrl]: (0, readMedia_1.readCallback)(row),
    };
    return JSON.parse(JSON.stringify(body, withWholeCharacters));
}
const withWholeCharacters = (_key, value) => typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
function readModel({ field }, mode) {
    const choice = (0, readValue_1.readChoice)(field('model'), 'Model', formChoices_1.modelChoices);
    if (choice.problem !== undefined)
        return choice;
    if (choice.value !== formChoices_1.typed)
        return { value: contract_1.modes[mode].models[choice.value] };
    const id = (0, readValue_1.readText)(field('modelId'), 'Model ID', 'Copy it as the service writes it.');
    const owner = formChoices_1.modeChoices.find((other) => Object.values(contract_1.modes[other].models).includes(id.value));
    if (owner === undefined || owner === mode)
        return id;
    return {
        problem: `Model ID is "${id.value}", which belongs to another Mode. Choose that mode instead.`,
    };
}
function readPicked(row, name, label, read) {
    const picked = row.field(name);
    if (picked === formChoices_1.unsent)
        return undefined;
    if (picked !== formChoices_1.typed)
        return readOptional(row, picked, label, read);
    const other = `other${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return (0, FormRow_1.take)(row, read(row.field(other), `Other ${label}`));
}
const readOptional = (row, value, label, read) => (0, readValue_1.isBlank)(value) ? undefined : (0, FormRow_1.take)(row, read(value, label));
const readSeconds = (value, label) => (0, readValue_1.readNumber)(value, { label, least: 1, most: Infinity, whole: true });
const readPlain = (value, label) => (0, readValue_1.readText)(value, label, 'Fill it in, or choose a value from the list.');
