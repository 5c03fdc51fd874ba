"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.runDataOf = exports.isInOldOrder = void 0;
exports.isInLoop = isInLoop;
exports.instanceTypeOf = instanceTypeOf;
function isInLoop(context) {
    const { name } = context.getNode();
    const behind = new Set(context.getChildNodes(name).map((node) => node.name));
    return context.getParentNodes(name).some((node) => behind.has(node.name));
}
const isInOldOrder = (context) => {
    const settings = context.getWorkflowSettings?.();
    return settings !== undefined && settings.executionOrder !== 'v1';
};
exports.isInOldOrder = isInOldOrder;
function instanceTypeOf(context) {
    const { instanceType } = context.instanceSettings ?? {};
    return instanceType === 'main' || instanceType === 'worker' ? instanceType : undefined;
}
const runDataOf = (context) => context.runExecutionData;
exports.runDataOf = runDataOf;
