"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.callbackOptions = void 0;
const contract_1 = require("../../generated/contract");
exports.callbackOptions = [
    {
        displayName: 'Callback URL',
        name: 'callbackUrl',
        type: 'string',
        default: '',
        placeholder: `e.g. ${contract_1.requestFieldExamples.callbackUrl[0]}`,
        description: 'Where the service tells that the video is ready: the production URL of a Video Finished Trigger, or any other address that takes an HTTP POST. A row where it is empty has none.',
    },
    {
        displayName: 'Label for Callback',
        name: 'orderLabel',
        type: 'string',
        default: '',
        placeholder: 'e.g. order 1042',
        displayOptions: { show: { callbackUrl: [{ _cnd: { exists: true } }] } },
        description: 'Your own name for this video, such as an order number. Video Finished Trigger gets it with the video, and it comes out with the item and in its errors.',
    },
];
