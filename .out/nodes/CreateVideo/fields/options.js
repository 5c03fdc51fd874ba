"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.optionsField = void 0;
const options_1 = require("../../results/fields/options");
const output_1 = require("../../results/fields/output");
const showFor_1 = require("../../parameters/showFor");
const callback_1 = require("./callback");
const shape_1 = require("./shape");
const createOptions = [
    {
        displayName: 'Extra Fields (JSON)',
        name: 'extraFields',
        type: 'json',
        default: '{}',
        description: 'A JSON object with fields that this form doesn’t have, for what the service adds later. Use the fields above instead of repeating them here.',
    },
    {
        displayName: 'Order Key',
        name: 'orderKey',
        type: 'string',
        default: '',
        placeholder: 'e.g. {{ $json.orderId }}',
        description: 'Never pay twice for the same order. Give what tells your orders apart, such as an order number. A key that comes again, in whichever execution, orders nothing. Each node remembers its own newest 10,000 keys, so another Create Video, or a copy of the workflow, doesn’t know them.',
    },
    {
        displayName: 'Preview Only',
        name: 'preview',
        type: 'boolean',
        default: false,
        description: 'Whether to show the request instead of sending it. No video is made and nothing is charged.',
    },
    {
        displayName: 'Spending Limit',
        name: 'spendingLimit',
        type: 'fixedCollection',
        default: {},
        options: [
            {
                displayName: 'Limit',
                name: 'limit',
                values: [
                    {
                        displayName: 'Videos',
                        name: 'videos',
                        type: 'number',
                        typeOptions: { minValue: 0, maxValue: 5000, numberPrecision: 0 },
                        default: 10,
                        description: 'How many videos this node may make',
                    },
                    {
                        displayName: 'Per',
                        name: 'per',
                        type: 'options',
                        options: [
                            { name: 'Execution', value: 'execution' },
                            { name: 'Day', value: 'day' },
                            { name: 'Month', value: 'month' },
                        ],
                        default: 'execution',
                        description: 'Over which time they are counted. Days and months go by the time zone of the workflow.',
                    },
                ],
            },
        ],
        description: 'The most videos that this node may make. A run that would go beyond it makes none. A video of which nobody knows whether it was made counts.',
    },
];
exports.optionsField = (0, options_1.optionsCollection)([
    ...createOptions,
    ...callback_1.callbackOptions,
    shape_1.qualityOption,
    ...output_1.outputOptions,
    ...(0, showFor_1.showFor)('createAndWait', [output_1.fileNameOption, ...options_1.waitOptions], '/operation'),
]);
