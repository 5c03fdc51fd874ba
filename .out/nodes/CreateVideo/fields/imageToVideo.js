"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.imageToVideoFields = void 0;
const formChoices_1 = require("../order/formChoices");
const show = { mode: ['imageToVideo'] };
const file = {
    name: 'File From a Previous Node',
    value: 'binary',
    description: 'A picture that came in with the item',
};
const url = { name: 'URL', value: 'url' };
const fileHint = 'The name of the field that holds the picture, as you see it under Binary';
const fileDescription = 'The service fetches it from your n8n by a private link, so you don’t have to put it online';
exports.imageToVideoFields = [
    {
        displayName: 'First Frame From',
        name: 'firstFrameSource',
        type: 'options',
        options: [file, url],
        default: 'url',
        displayOptions: { show },
        description: 'Where to find the picture that your video starts with',
    },
    {
        displayName: 'First Frame',
        name: 'firstFrame',
        type: 'string',
        default: '',
        placeholder: 'e.g. https://example.com/start.png',
        displayOptions: { show: { ...show, firstFrameSource: ['url'] } },
        description: 'The web address of the picture',
    },
    {
        displayName: 'First Frame File',
        name: 'firstFrameBinary',
        type: 'string',
        default: formChoices_1.defaultFile,
        placeholder: 'e.g. data',
        hint: fileHint,
        displayOptions: { show: { ...show, firstFrameSource: ['binary'] } },
        description: fileDescription,
    },
    {
        displayName: 'Last Frame From',
        name: 'lastFrameSource',
        type: 'options',
        options: [
            { name: 'None', value: 'none', description: 'The video ends as it likes' },
            file,
            url,
        ],
        default: 'none',
        displayOptions: { show },
        description: 'Where to find the picture that your video ends with',
    },
    {
        displayName: 'Last Frame',
        name: 'lastFrame',
        type: 'string',
        default: '',
        placeholder: 'e.g. https://example.com/end.png',
        displayOptions: { show: { ...show, lastFrameSource: ['url'] } },
        description: 'The web address of the picture. A row where it is empty has no last frame.',
    },
    {
        displayName: 'Last Frame File',
        name: 'lastFrameBinary',
        type: 'string',
        default: formChoices_1.defaultFile,
        placeholder: 'e.g. data',
        hint: fileHint,
        displayOptions: { show: { ...show, lastFrameSource: ['binary'] } },
        description: `${fileDescription}. A row where it is empty, or whose form was sent without it, has no last frame.`,
    },
];
