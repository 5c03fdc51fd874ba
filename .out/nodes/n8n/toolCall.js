"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readAgentTry = readAgentTry;
exports.isToolCall = isToolCall;
exports.runsInAgent = runsInAgent;
function readAgentTry(context) {
    const { executeData: run, closeFunctions: attempt } = context;
    if (!runsInAgent(context) || run === undefined || attempt === undefined)
        return undefined;
    return { run, attempt };
}
function isToolCall(context) {
    return runsInAgent(context) || context.getNode().type.endsWith('Tool');
}
function runsInAgent(context) {
    const { isToolExecution } = context;
    const { connectionType } = context;
    return isToolExecution?.call(context) === true || connectionType === 'ai_tool';
}
