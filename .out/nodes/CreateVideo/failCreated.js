"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.failCreated = failCreated;
exports.failAll = failAll;
const toPairedItems_1 = require("../results/toPairedItems");
const failEveryItem_1 = require("../errors/failEveryItem");
const startWait_1 = require("../look/startWait");
async function failCreated(context, items, error) {
    if (context.getExecutionCancelSignal()?.aborted)
        throw error;
    const { message } = (0, failEveryItem_1.toFailure)(error, 'yes');
    const failed = items.map(({ taskId, ...item }) => {
        if (taskId === undefined)
            return item;
        const { itemIndex, label } = item;
        return {
            itemIndex,
            ...(label !== undefined && { label }),
            failure: {
                message: `Task ${taskId} was created, but we can’t wait for it: ${message}`,
                description: 'The video was charged, and the service goes on making it. Correct this, then run Wait for Video with this task ID: that creates no new task and costs nothing.',
                reason: 'notWaitedFor',
                paid: 'yes',
                taskId,
            },
        };
    });
    return await (0, toPairedItems_1.toPairedItems)(context, failed, (0, startWait_1.startWait)());
}
const lostBatch = {
    message: 'n8n woke this node without the list of what it had created',
    description: 'The videos may have been created and charged. Look in the service’s dashboard before you run this again.',
    reason: 'lostBatch',
    paid: 'unknown',
};
async function failAll(context) {
    const items = context.getInputData().map((_, itemIndex) => ({ itemIndex, failure: lostBatch }));
    return await (0, toPairedItems_1.toPairedItems)(context, items, (0, startWait_1.startWait)());
}
