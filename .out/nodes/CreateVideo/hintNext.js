"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hintNext = hintNext;
const waits = /\.waitForVideo(Tool)?$/;
function hintNext(context, created) {
    if (created === 0 || isWaitedForBehind(context))
        return;
    const made = created === 1 ? 'Your video is' : `Your ${created} videos are`;
    context.addExecutionHints?.({
        type: 'info',
        location: 'outputPane',
        message: `${made} being made now, which takes minutes. Add Wait for Video behind this node to get ${created === 1 ? 'it' : 'them'}, or choose the operation Create and Wait here. Running this node again orders, and charges, ${created === 1 ? 'another one' : 'them again'}.`,
    });
}
function isWaitedForBehind(context) {
    const behind = context.getChildNodes?.(context.getNode().name) ?? [];
    return behind.some(({ type, disabled }) => !disabled && waits.test(type));
}
