"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toFailure = toFailure;
exports.failEveryItem = failEveryItem;
const answersWithError_1 = require("../n8n/answersWithError");
const engineOf_1 = require("../n8n/engineOf");
const toolCall_1 = require("../n8n/toolCall");
const raise_1 = require("./raise");
const sayInMessage_1 = require("./sayInMessage");
const showErrorBranch_1 = require("./showErrorBranch");
const tellModel_1 = require("./tellModel");
const moneyText = {
    yes: '',
    no: 'Nothing was charged.',
    unknown: 'This cost nothing.',
};
function toFailure(error, paid) {
    const known = (0, raise_1.failureOf)(error);
    if (known !== undefined)
        return known;
    const { message, description } = Object(error);
    return {
        message: typeof message === 'string' && message ? message : String(error),
        description: [moneyText[paid], description].filter(Boolean).join(' '),
        reason: 'invalidInput',
        paid,
    };
}
async function failEveryItem(context, paid, work, tellOthers = () => undefined) {
    const finish = (outputs) => (0, showErrorBranch_1.showErrorBranch)(context, (0, toolCall_1.isToolCall)(context) ? outputs.map((items) => items.map(tellItem)) : outputs);
    try {
        return finish(await work());
    }
    catch (error) {
        const failure = toFailure(error, paid);
        if (context.continueOnFail() || (0, answersWithError_1.answersWithError)(context))
            return finish([context.getInputData().map((_, index) => (0, raise_1.toErrorItem)(failure, index))]);
        throw toThrow(context, error, failure, tellOthers);
    }
}
function toThrow(context, error, failure, tellOthers) {
    if (context.getExecutionCancelSignal()?.aborted)
        return error;
    const others = tellOthers(context);
    const description = [failure.description, others].filter(Boolean).join(' ');
    const whole = { ...failure, description };
    if ((0, toolCall_1.isToolCall)(context))
        return (0, raise_1.toNodeError)(context.getNode(), { ...whole, message: (0, tellModel_1.tellModel)(whole) });
    const isWhole = others === undefined && (0, raise_1.failureOf)(error) !== undefined;
    const shown = isWhole ? error : (0, raise_1.toNodeError)(context.getNode(), whole, itemIndexOf(error));
    return (0, engineOf_1.isOnEngine2)(context) ? (0, sayInMessage_1.sayInMessage)(shown) : shown;
}
function itemIndexOf(error) {
    const { row } = Object(Object(error).context);
    return row === undefined ? undefined : row - 1;
}
function tellItem(item) {
    if (!(0, raise_1.isErrorItem)(item))
        return item;
    const { error, message, details } = item.json;
    const failure = { ...details, message: error, description: message };
    return { ...item, json: { error: (0, tellModel_1.tellModel)(failure), details } };
}
