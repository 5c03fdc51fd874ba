"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.findEndedTask = findEndedTask;
const endOf_1 = require("../tasks/endOf");
const reply_1 = require("./reply");
const pausesMs = [1_000, 2_000];
const unfinished = (0, reply_1.reply)(409, 'The task isn’t finished yet');
const unknown = (0, reply_1.reply)(404, 'There is no such task');
const refused = (0, reply_1.reply)(502, 'The service refused to tell the status of the task');
const unclear = (0, reply_1.reply)(503, 'The task can’t be checked with the service right now');
async function findEndedTask(check) {
    const looks = [];
    let { taskIds } = check;
    for (let round = 0;; round++) {
        const replies = [];
        for (const taskId of taskIds) {
            const found = await check.budget.inTurn(async () => await look(check, taskId, looks));
            if (found !== undefined && 'task' in found)
                return found;
            replies.push(found ?? reply_1.tooMany);
        }
        const told = replies.find((one) => one === unfinished || one === unclear) ??
            replies.find((one) => one !== unknown) ??
            unknown;
        const pauseMs = pausesMs[round];
        if (pauseMs === undefined || ![unfinished, unclear, unknown].includes(told))
            return told;
        if (told === unfinished)
            taskIds = taskIds.filter((_, at) => replies[at] === unfinished);
        await check.pause(pauseMs);
    }
}
async function look(check, taskId, looks) {
    const { budget, tasks, whyNot } = check;
    const known = whyNot(taskId);
    if (known)
        return known;
    const counted = budget.count(check.caller);
    if (!counted)
        return reply_1.tooMany;
    looks.push(counted);
    const answer = await check.ask(taskId);
    if (answer.kind === 'notFound')
        return unknown;
    if (answer.kind === 'refused' || answer.kind === 'keyRefused')
        return refused;
    if (answer.kind !== 'task')
        return unclear;
    const status = (0, endOf_1.endOf)(answer.task.status);
    if (status === undefined)
        return unfinished;
    if (tasks.end(taskId, status))
        budget.takeBack(looks);
    const late = whyNot(taskId);
    if (late)
        return late;
    check.start(taskId);
    return { taskId, task: answer.task, status };
}
