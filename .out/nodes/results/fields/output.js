"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.outputOptions = exports.fileNameOption = exports.outputChoices = void 0;
const contract_1 = require("../../generated/contract");
exports.outputChoices = ['simplified', 'selected', 'everything'];
exports.fileNameOption = {
    displayName: 'File Name',
    name: 'fileName',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.product }}',
    description: 'Your own name for the downloaded file. Without this option it is named after the task.',
    displayOptions: { show: { '/download': [true] } },
};
exports.outputOptions = [
    {
        displayName: 'Keep Input Fields',
        name: 'keepInput',
        type: 'boolean',
        default: false,
        description: 'Whether each item keeps the fields it came with. One that has the name of a field of the video comes out as "inputId", "inputStatus" and so on.',
    },
    {
        displayName: 'Output',
        name: 'output',
        type: 'options',
        options: [
            {
                name: 'Simplified',
                value: 'simplified',
                description: 'The ID, the status, the address of the video, your label, and whether it was paid',
            },
            {
                name: 'Selected Fields',
                value: 'selected',
                description: 'Only the fields that you name',
            },
            {
                name: 'Everything',
                value: 'everything',
                description: 'All that the service told, and how the wait went',
            },
        ],
        default: 'simplified',
        description: 'How much comes out for each video',
    },
    {
        displayName: 'Output Fields',
        name: 'outputFields',
        type: 'string',
        default: 'status, videoUrl',
        placeholder: 'e.g. status, videoUrl, progress',
        description: `The fields that you want when Output is Selected Fields, separated by commas. The ${contract_1.taskField.id} always comes along.`,
    },
];
