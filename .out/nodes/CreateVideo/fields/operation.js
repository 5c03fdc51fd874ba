"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toolFields = exports.operationField = exports.operations = void 0;
const toolFields_1 = require("../../n8n/toolFields");
exports.operations = ['createAndWait', 'create'];
exports.operationField = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
        {
            name: 'Create and Wait',
            value: 'createAndWait',
            description: 'Go on when the video is finished; the execution sleeps meanwhile',
            action: 'Create a video and wait until it is ready',
        },
        {
            name: 'Create',
            value: 'create',
            description: 'Start the video and go on at once, with the ID of its task',
            action: 'Start a video and go on without waiting',
        },
    ],
    default: 'createAndWait',
};
const cost = 'Every call costs money, so call it once per video, and only for a video that the person asked for.';
const onFailure = 'If the answer says that nothing was charged, correct what it names and call again. If it says that the video was or may have been charged, do not call again: tell the person.';
exports.toolFields = [
    (0, toolFields_1.toolDescription)(`Starts making one video, and answers at once with the id of its task. ${cost} The video is not ready yet: pass the id to Wait for Video next. ${onFailure}`, { operation: ['create'] }),
    (0, toolFields_1.toolDescription)(`Makes one video, which takes minutes, and answers with its address in videoUrl when it is ready. ${cost} ${onFailure}`, { operation: ['createAndWait'] }),
];
