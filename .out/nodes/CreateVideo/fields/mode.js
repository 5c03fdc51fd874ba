"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.promptFields = exports.modeFields = void 0;
const contract_1 = require("../../generated/contract");
const formChoices_1 = require("../order/formChoices");
const toolFields_1 = require("../../n8n/toolFields");
const labels = {
    textToVideo: {
        name: 'Text to Video',
        description: 'You describe the video in words',
        action: 'Create a video from text',
    },
    imageToVideo: {
        name: 'Image to Video',
        description: 'Your picture starts to move. Add a second one to choose how the video ends.',
        action: 'Create a video from an image',
    },
    referenceToVideo: {
        name: 'Reference to Video',
        description: 'The video uses pictures, videos or sounds that you give it',
        action: 'Create a video from references',
    },
};
exports.modeFields = [
    {
        displayName: 'Mode',
        name: 'mode',
        type: 'options',
        options: Object.keys(contract_1.modes).map((value) => ({ value, ...labels[value] })),
        default: 'textToVideo',
        description: 'What your video starts from. With an expression that comes to textToVideo, imageToVideo or referenceToVideo, each row has a mode of its own; the form then shows the fields for the row that you look at.',
    },
    {
        displayName: 'Model',
        name: 'model',
        type: 'options',
        options: [
            { name: 'Standard', value: 'standard' },
            { name: 'Fast', value: 'fast', description: 'Takes the same fields as Standard' },
            {
                name: 'Other…',
                value: formChoices_1.typed,
                description: 'A model that isn’t on this list yet, by its ID',
            },
        ],
        default: 'standard',
        description: 'Which of the service’s models makes the video',
    },
    {
        displayName: 'Model ID',
        name: 'modelId',
        type: 'string',
        default: '',
        placeholder: `e.g. ${contract_1.modes.textToVideo.models.standard}`,
        displayOptions: { show: { model: [formChoices_1.typed] } },
        description: 'Copy it exactly as the service writes it',
    },
];
const prompt = {
    displayName: 'Prompt',
    name: 'prompt',
    type: 'string',
    typeOptions: { rows: 4 },
    required: true,
    default: '',
    placeholder: `e.g. ${contract_1.requestFieldExamples.prompt[0]}`,
    description: 'Describe what the video should show, in your own words. If you use references, say what each one is for, such as "the dancer of video 1 moves to audio 1".',
};
exports.promptFields = (0, toolFields_1.filledByModel)(prompt, 'What the video should show, in one or two sentences');
