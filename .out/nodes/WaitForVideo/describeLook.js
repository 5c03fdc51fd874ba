"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.describeLook = describeLook;
const describeFailure_1 = require("../look/describeFailure");
const lookAgain = 'Look again in a moment.';
const wordings = {
    notFound: {
        reason: 'notFound',
        message: (taskId, said) => `The service doesn’t know task ${taskId}: ${said}`,
        advice: 'Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment.',
    },
    keyRefused: {
        reason: 'unauthorized',
        message: (taskId, said) => `The service refused the API key when we asked for the status of task ${taskId}: ${said}`,
        advice: 'Open the VideoGen API credential and test it, and check that it belongs to the account that created the task.',
    },
    refused: {
        reason: 'refused',
        message: (taskId, said) => `The service refused to tell the status of task ${taskId}: ${said}`,
        advice: 'Check the task ID and the VideoGen API credential.',
    },
    contradiction: {
        reason: 'contradiction',
        message: (taskId, said) => `The service contradicts itself about task ${taskId}: ${said}`,
        advice: `${lookAgain} If it stays like this, give the task ID and this message to the service’s support.`,
    },
    silent: {
        reason: 'unreachable',
        message: (taskId, said) => `The service gave no usable answer when we asked for the status of task ${taskId}: ${said}`,
        advice: `${lookAgain} If it stays like this, check the Base URL in the VideoGen API credential, and that n8n can get there.`,
    },
    busy: {
        reason: 'busy',
        message: (taskId, said) => `The service is too busy to tell the status of task ${taskId}: ${said}`,
        advice: lookAgain,
    },
    fault: {
        reason: 'serviceFault',
        message: (taskId, said) => `The service had a problem when we asked for the status of task ${taskId}: ${said}`,
        advice: lookAgain,
    },
};
function describeLook(taskId, { kind, reason: said }) {
    const { reason, message, advice } = wordings[kind];
    return {
        message: message(taskId, said),
        description: `${describeFailure_1.onlyAsked} ${advice}`,
        reason,
        paid: 'unknown',
        taskId,
    };
}
