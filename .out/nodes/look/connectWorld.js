"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.connectWorld = connectWorld;
const failEveryItem_1 = require("../errors/failEveryItem");
const raise_1 = require("../errors/raise");
const sleep_1 = require("../concurrency/sleep");
const connectService_1 = require("../service/connectService");
const clock_1 = require("./clock");
const askTask_1 = require("./askTask");
const showProgress_1 = require("./showProgress");
async function connectWorld(context, taskIds) {
    const service = taskIds.length === 0 ? undefined : await open(context);
    return {
        baseUrl: service?.baseUrl ?? '',
        nowMs: (0, clock_1.steadyClock)(Date.now, () => performance.now()),
        sleep: sleep_1.sleep,
        random: () => Math.random(),
        signal: context.getExecutionCancelSignal() ?? new AbortController().signal,
        async ask(taskId, timeoutMs, signal, urgency = 'routine') {
            const answer = await (0, askTask_1.askTask)(service, taskId, { timeoutMs, signal, urgency });
            signal.throwIfAborted();
            return answer;
        },
        onAnswer: (0, showProgress_1.showProgress)(context),
    };
}
async function open(context) {
    try {
        return await (0, connectService_1.connectService)(context);
    }
    catch (error) {
        throw (0, raise_1.toNodeError)(context.getNode(), (0, failEveryItem_1.toFailure)(error, 'unknown'));
    }
}
