"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.downloadFields = void 0;
exports.downloadFields = [
    {
        displayName: 'Download Video',
        name: 'download',
        type: 'boolean',
        default: false,
        description: 'Whether to put the video file itself on the item, not only its address',
    },
    {
        displayName: 'Put Output File in Field',
        name: 'binaryField',
        type: 'string',
        required: true,
        default: 'data',
        hint: 'The name of the binary field that will hold the file',
        displayOptions: { show: { download: [true] } },
    },
];
