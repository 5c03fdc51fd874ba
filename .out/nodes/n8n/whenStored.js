"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.tellsWhenStored = void 0;
exports.storeAsleepWith = storeAsleepWith;
exports.whenStored = whenStored;
const handlersOf = (context) => {
    const handlers = context.additionalData?.hooks?.handlers;
    const after = handlers?.workflowExecuteAfter;
    return Array.isArray(after) ? after : undefined;
};
const tellsWhenStored = (context) => handlersOf(context) !== undefined;
exports.tellsWhenStored = tellsWhenStored;
function storeAsleepWith(context, entries) {
    handlersOf(context)?.unshift(({ waitTill, data }) => {
        if (waitTill && data?.executionData)
            data.executionData.nodeExecutionStack = entries();
    });
}
function whenStored(context, then) {
    handlersOf(context)?.push(({ waitTill }) => then(Boolean(waitTill)));
}
