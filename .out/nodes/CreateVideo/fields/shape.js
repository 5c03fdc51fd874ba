"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.qualityOption = exports.shapeFields = void 0;
const contract_1 = require("../../generated/contract");
const formChoices_1 = require("../order/formChoices");
const listOf = ({ name, displayName, description, values }) => ({
    displayName,
    name,
    description,
    type: 'options',
    allowArbitraryValues: true,
    options: [
        { name: 'Service’s Default', value: formChoices_1.unsent },
        ...values,
        { name: 'Other…', value: formChoices_1.typed },
    ],
    default: formChoices_1.unsent,
});
const otherOf = ({ name, displayName, other, example }) => ({
    ...other,
    displayName: `Other ${displayName}`,
    displayOptions: { show: { [name]: [formChoices_1.typed] } },
    description: `${example} Try one video first: the service doesn’t list the values it takes.`,
});
function nameRatio(ratio, hint = '') {
    const [width = 0, height = 0] = ratio.split(':').map(Number);
    if (!(width > 0 && height > 0))
        return {
            name: ratio.charAt(0).toUpperCase() + ratio.slice(1),
            value: ratio,
            description: 'The service picks the shape. Try one video first.',
        };
    const shape = width > height ? 'Landscape' : width < height ? 'Portrait' : 'Square';
    return { name: `${shape} (${ratio})`, value: ratio, ...(hint && { description: hint }) };
}
const { duration, aspectRatio, quality } = contract_1.requestFieldExamples;
const [qualityInUse] = quality;
const toTry = 'Try one video first: the service doesn’t say whether it takes this';
const unproven = ['9:16', '1:1']
    .filter((ratio) => !aspectRatio.includes(ratio))
    .map((ratio) => nameRatio(ratio, toTry));
const durationList = {
    displayName: 'Duration',
    name: 'duration',
    description: 'How long the video should be',
    values: duration.map((value) => ({ name: `${value} Seconds`, value })),
    other: {
        name: 'otherDuration',
        type: 'number',
        typeOptions: { minValue: 1, numberPrecision: 0 },
        default: duration[0],
    },
    example: 'In whole seconds.',
};
const aspectRatioList = {
    displayName: 'Aspect Ratio',
    name: 'aspectRatio',
    description: 'What shape the video should have',
    values: [...aspectRatio.map((ratio) => nameRatio(ratio)), ...unproven],
    other: {
        name: 'otherAspectRatio',
        type: 'string',
        default: '',
        placeholder: 'e.g. 4:3',
    },
    example: 'Width to height, such as 4:3.',
};
exports.shapeFields = [durationList, aspectRatioList].flatMap((list) => [
    listOf(list),
    otherOf(list),
]);
exports.qualityOption = {
    displayName: 'Quality',
    name: 'quality',
    type: 'string',
    default: qualityInUse,
    placeholder: `e.g. ${qualityInUse}`,
    description: `How sharp the video should be, written as the service does, such as ${qualityInUse}. Try one video first: the service doesn’t list the values it takes.`,
};
