"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.responseMode = exports.triggerFields = exports.atEnd = void 0;
const contract_1 = require("../generated/contract");
const choices = {
    [contract_1.taskStatus.completed]: { name: 'Completed', action: 'When a video is ready' },
    [contract_1.taskStatus.failed]: { name: 'Failed', action: 'When a video has failed' },
};
exports.atEnd = 'lastNode';
exports.triggerFields = [
    {
        displayName: 'Paste this node’s URL into <b>Create Video</b> as the callback URL. Anyone who knows this URL can call it, so we always check with the service before your workflow starts.',
        name: 'urlNotice',
        type: 'notice',
        default: '',
    },
    {
        displayName: 'Trigger On',
        name: 'statuses',
        type: 'multiOptions',
        required: true,
        options: contract_1.finalTaskStatuses.map((status) => ({ value: status, ...choices[status] })),
        default: [...contract_1.finalTaskStatuses],
        description: 'Which results start your workflow',
    },
    {
        displayName: 'Respond',
        name: 'respond',
        type: 'options',
        noDataExpression: true,
        options: [
            {
                name: 'Immediately',
                value: 'onReceived',
                description: 'As soon as the task is checked, and your workflow starts once per task',
            },
            {
                name: 'When Last Node Finishes',
                value: exports.atEnd,
                description: 'When your workflow has ended, without its data, so that the service can call again if it failed or n8n was killed',
            },
        ],
        default: 'onReceived',
        description: 'When the service gets its answer. Wait for the last node only in short workflows that may run more than once for a task.',
    },
];
exports.responseMode = `={{ $parameter["respond"] === "${exports.atEnd}" ? "${exports.atEnd}" : "onReceived" }}`;
