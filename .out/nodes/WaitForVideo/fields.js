"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toolFields = exports.taskFields = exports.optionsField = exports.operationField = exports.operations = void 0;
const options_1 = require("../results/fields/options");
const output_1 = require("../results/fields/output");
const showFor_1 = require("../parameters/showFor");
const toolFields_1 = require("../n8n/toolFields");
exports.operations = ['wait', 'getStatus'];
exports.operationField = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
        {
            name: 'Get Status',
            value: 'getStatus',
            description: 'Look once, and give the status that the task has now',
            action: 'Get the status of a video now',
        },
        {
            name: 'Wait',
            value: 'wait',
            description: 'Go on when the video is finished; the execution sleeps meanwhile',
            action: 'Wait until a video is ready',
        },
    ],
    default: 'wait',
};
exports.optionsField = (0, options_1.optionsCollection)([
    ...output_1.outputOptions,
    ...(0, showFor_1.showFor)('wait', [output_1.fileNameOption, ...options_1.waitOptions], '/operation'),
]);
const taskId = {
    displayName: 'Task ID',
    name: 'taskId',
    type: 'string',
    required: true,
    default: '={{ $json.id }}',
    description: 'Which video it is about: the ID exactly as Create Video returned it. Pass a long number as text, or its last digits get lost.',
};
exports.taskFields = (0, toolFields_1.filledByModel)(taskId, 'The ID that Create Video returned');
exports.toolFields = [
    (0, toolFields_1.toolDescription)('Waits until the video of a task is ready, and answers with its address in videoUrl. It costs nothing. Call it with the id that Create Video returned. If time runs out, the task goes on: call it again with the same id. Never create the video again for that.', { operation: ['wait'] }),
    (0, toolFields_1.toolDescription)('Looks up how far the video of a task is, and answers at once with its status, with finished, and with its address in videoUrl once it is ready. It costs nothing. Call it with the id that Create Video returned. Never create the video again because it is not finished.', { operation: ['getStatus'] }),
];
