"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.showProgress = showProgress;
exports.describeProgress = describeProgress;
const describeFailure_1 = require("./describeFailure");
const endings_1 = require("./endings");
function showProgress(context) {
    const shown = new Map();
    return (wait, taskId) => {
        const line = describeProgress(wait.waitOf(taskId));
        if (shown.get(taskId) === line)
            return;
        shown.set(taskId, line);
        const finished = wait.size - wait.open;
        context.sendMessageToUI(`Task ${taskId}: ${line} (${finished} of ${wait.size} finished)`);
    };
}
function describeProgress(taskWait) {
    if (taskWait === undefined)
        return 'not watched';
    if (taskWait.outcome === undefined && (0, describeFailure_1.looksAreFailing)(taskWait))
        return `no usable answer yet, ${taskWait.lastFault}`;
    const progress = taskWait.lastProgress === undefined ? '' : `, ${taskWait.lastProgress.percent} %`;
    return `${ending(taskWait) ?? taskWait.task?.status ?? 'not seen yet'}${progress}`;
}
const ending = ({ outcome }) => outcome === undefined || outcome === 'completed' ? outcome : endings_1.endings[outcome];
