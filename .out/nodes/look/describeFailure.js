"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.onlyAsked = void 0;
exports.paidFor = paidFor;
exports.describeFailure = describeFailure;
exports.looksAreFailing = looksAreFailing;
exports.waitedSeconds = waitedSeconds;
const contract_1 = require("../generated/contract");
const whatWasSaid_1 = require("../tasks/whatWasSaid");
const waitAgain = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';
const stillThere = 'The task itself is not affected and may still finish.';
function chargedText(reason, paid) {
    if (paid === 'yes')
        return 'The video was charged when its task was created.';
    if (reason === 'failed')
        return 'Check the service’s dashboard to see whether you were charged.';
    return exports.onlyAsked;
}
exports.onlyAsked = 'Asking cost nothing. Whether the video was charged, only the service’s dashboard shows.';
const wordings = {
    failed: (taskId, taskWait) => ({
        message: isCalledFailed(taskWait)
            ? `Task ${taskId} failed${saidText(taskWait)}`
            : `Task ${taskId} ended with status "${taskWait.task?.status}"${saidText(taskWait)}`,
        description: 'If you still want the video, change the request and create a new task, which costs money again.',
    }),
    withoutResult: (taskId, taskWait) => ({
        message: `Task ${taskId} is completed, but the service named no video${saidText(taskWait)}`,
        description: `The address of the video is missing from several answers in a row, which is a fault of the service. ${waitAgain} If it stays like this, give the task ID to the service’s support.`,
    }),
    contradiction: (taskId, taskWait) => ({
        message: `The service contradicts itself about task ${taskId}: ${taskWait.lastFault}`,
        description: `Several answers in a row were like this, so we passed none of them on. ${stillThere} ${waitAgain} If it stays like this, give the task ID and this message to the service’s support.`,
    }),
    notFound: (taskId, taskWait) => ({
        message: `The service doesn’t know task ${taskId}: ${taskWait.lastFault}`,
        description: 'We asked for a minute. Check the task ID, and that the credential belongs to the account that created the task.',
    }),
    refused: (taskId, taskWait) => ({
        message: `The service refused to tell the status of task ${taskId}: ${taskWait.lastFault}`,
        description: `${stillThere} Check the task ID and the VideoGen API credential. ${waitAgain}`,
    }),
    unauthorized: (taskId, taskWait) => ({
        message: `The service refused the API key when we asked for task ${taskId}: ${taskWait.lastFault}`,
        description: `${stillThere} Open the VideoGen API credential and test it, and check that it belongs to the account that created the task. ${waitAgain}`,
    }),
    unreachable: (taskId, taskWait) => ({
        message: `n8n couldn’t reach the service to ask for task ${taskId}: ${taskWait.lastFault}`,
        description: `No usable answer has come from its address since the wait began. ${stillThere} Check the Base URL in the VideoGen API credential, and that n8n can get there. ${waitAgain}`,
    }),
    timedOut: (taskId, taskWait) => looksAreFailing(taskWait)
        ? {
            message: `The time limit of ${limitText(taskWait)} passed without a usable answer about task ${taskId}: ${taskWait.lastFault ?? 'the service asked to pause'}`,
            description: `${lastSeenText(taskWait)} The task may be finished by now. Check that n8n can reach the service. ${waitAgain}`,
        }
        : {
            message: `Task ${taskId} wasn’t finished within ${limitText(taskWait)}: ${stateText(taskWait)}`,
            description: `The service answers, and the task may still finish. ${waitAgain} Raise the time limit to wait longer.`,
        },
};
function paidFor({ outcome, task }) {
    return task === undefined || outcome === 'failed' ? 'unknown' : 'yes';
}
function describeFailure(reason, taskId, taskWait) {
    const paid = paidFor(taskWait);
    const { message, description } = wordings[reason](taskId, taskWait);
    return {
        message,
        description: `${chargedText(reason, paid)} ${description}`,
        taskId,
        reason,
        paid,
        ...(taskWait.task !== undefined && {
            status: taskWait.task.status,
            task: (0, whatWasSaid_1.recordForDetails)(taskWait.task),
        }),
        ...(taskWait.lastProgress !== undefined && { progress: taskWait.lastProgress.percent }),
        polls: taskWait.polls,
        waitedSeconds: waitedSeconds(taskWait),
    };
}
function looksAreFailing(taskWait) {
    return taskWait.faultsInRow > 0 || taskWait.task === undefined;
}
function waitedSeconds({ startedAtMs, endedAtMs = startedAtMs }) {
    return Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
}
const isCalledFailed = ({ task }) => task === undefined || task.status === contract_1.taskStatus.failed;
function saidText({ task }) {
    const said = task === undefined ? '' : (0, whatWasSaid_1.whatWasSaid)(task);
    return said === '' ? '' : `: ${said}`;
}
function lastSeenText(taskWait) {
    if (taskWait.task === undefined)
        return 'We know nothing about the task yet.';
    return `When it was last seen, ${stateText(taskWait)}.`;
}
function stateText({ task, lastProgress }) {
    const progress = lastProgress === undefined ? '' : ` at ${lastProgress.percent} %`;
    return `its status was "${task?.status}"${progress}`;
}
function limitText({ startedAtMs, deadlineAtMs }) {
    const seconds = Math.round((deadlineAtMs - startedAtMs) / 1000);
    const [amount, unit] = seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 6) / 10, 'minute'];
    return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
