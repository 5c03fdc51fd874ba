"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answersWithError = answersWithError;
const toolCall_1 = require("./toolCall");
const failedTries = new WeakMap();
function answersWithError(context) {
    const { onError, retryOnFail, maxTries = 3 } = context.getNode();
    if (!(0, toolCall_1.runsInAgent)(context) || onError === 'stopWorkflow')
        return false;
    const call = context.getInputData()[0]?.json;
    if (retryOnFail !== true || call === undefined)
        return true;
    const tries = (failedTries.get(call) ?? 0) + 1;
    failedTries.set(call, tries);
    return tries >= Math.min(5, Math.max(2, maxTries));
}
