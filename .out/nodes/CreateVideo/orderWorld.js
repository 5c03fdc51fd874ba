"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openOrderStore = exports.orderKeys = void 0;
exports.openWorld = openWorld;
exports.openKeys = openKeys;
const sleep_1 = require("../concurrency/sleep");
const contract_1 = require("../generated/contract");
const dedupStore_1 = require("../n8n/dedupStore");
const howItRuns_1 = require("../n8n/howItRuns");
const readPass_1 = require("../n8n/readPass");
const toolCall_1 = require("../n8n/toolCall");
const connectService_1 = require("../service/connectService");
const sendPaced_1 = require("../service/sendPaced");
const storeAndGoOn_1 = require("../sleep/storeAndGoOn");
const OrderKeys_1 = require("./pay/OrderKeys");
const patience_1 = require("./pay/patience");
const readCreateAnswer_1 = require("./pay/readCreateAnswer");
const sendOnce_1 = require("./pay/sendOnce");
const SentRequests_1 = require("./pay/SentRequests");
const mostEntries = 30_000;
exports.orderKeys = new OrderKeys_1.OrderKeys({ sleep: sleep_1.sleep, random: Math.random });
const sentRequests = new SentRequests_1.SentRequests();
function openWorld(context, read, opened) {
    let connecting;
    const cancelled = context.getExecutionCancelSignal();
    const sendRow = async ({ body = '{}' }, halted) => {
        const service = opened ?? (await (connecting ??= (0, connectService_1.connectService)(context)));
        const request = JSON.parse(body);
        const answer = await (0, sendOnce_1.sendOnce)((waiting) => service.createVideo(request, {
            timeoutMs: patience_1.patience.answerMs,
            signal: halted,
            patience: waiting,
        }), { busyBudgetMs: patience_1.patience.busyMs, sleep: (ms) => (0, sleep_1.sleep)(ms, halted) });
        const isTakenBack = answer.kind === 'unsent' && answer.code === sendPaced_1.notSentCode;
        if (isTakenBack && cancelled?.aborted !== true)
            return undefined;
        return read(answer, service.baseUrl);
    };
    const place = placeOf(context);
    return {
        cancelled,
        async send(itemIndex, row, halted) {
            const send = async () => await sendRow(row, halted);
            if (place === undefined)
                return await send();
            return await sentRequests.once(`${place} ${itemIndex}`, send);
        },
        store: () => (0, storeAndGoOn_1.storeAndGoOn)(context),
        log: (itemIndex, outcome) => noteInLog(context, itemIndex, outcome),
    };
}
function placeOf(context) {
    const executionId = context.getExecutionId();
    if ((0, toolCall_1.isToolCall)(context) || !executionId)
        return undefined;
    return JSON.stringify([executionId, context.getNode().name, (0, readPass_1.readPass)(context)]);
}
function openKeys(context, { pass }) {
    if (Object.values(pass.rows).every(({ orderKey }) => orderKey === undefined))
        return undefined;
    const store = (0, dedupStore_1.openDedupStore)(context, mostEntries);
    return { keys: exports.orderKeys, store, isShared: (0, howItRuns_1.instanceTypeOf)(context) === 'worker' };
}
const openOrderStore = (context) => (0, dedupStore_1.openDedupStore)(context, mostEntries);
exports.openOrderStore = openOrderStore;
function noteInLog(context, itemIndex, outcome) {
    if (outcome.kind === 'accepted')
        context.logger.info(`Created video task ${String(outcome.task[contract_1.taskField.id])}`);
    if (outcome.kind === 'unknown') {
        const { message, taskId, ids } = outcome.failure;
        const task = taskId === undefined ? 'A video' : `Video task ${taskId}`;
        const said = [message, (0, readCreateAnswer_1.nameIds)(ids)].filter(Boolean).join('; ');
        context.logger.warn(`${task} may have been charged for row ${itemIndex + 1}: ${said}`);
    }
}
