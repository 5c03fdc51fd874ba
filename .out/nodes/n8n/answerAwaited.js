"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isAnswerAwaited = isAnswerAwaited;
const howItRuns_1 = require("./howItRuns");
const answersAtTheEnd = {
    webhook: (_, { responseMode }) => responseMode === 'lastNode' || responseMode === 'streaming',
    formTrigger: (context, { responseMode }) => responseMode === 'lastNode' || hasFormBehind(context),
    chatTrigger(_, { options }) {
        const { responseMode } = Object(options);
        return responseMode !== 'responseNode' && responseMode !== 'responseNodes';
    },
};
function isAnswerAwaited(context) {
    if (context.getMode() === 'retry')
        return false;
    const runs = Object.entries((0, howItRuns_1.runDataOf)(context)?.resultData?.runData ?? {});
    const start = runs.find(([, [first]]) => first?.source.length === 0)?.[0];
    const trigger = context.getParentNodes(context.getNode().name).find(({ name }) => name === start);
    const isSetTo = answersAtTheEnd[trigger?.type.split('.').at(-1) ?? ''];
    if (start === undefined || isSetTo === undefined)
        return false;
    const { $node } = context.getWorkflowDataProxy(0);
    return isSetTo(context, $node[start].parameter);
}
const hasFormBehind = (context) => context.getChildNodes(context.getNode().name).some(({ type }) => type.endsWith('.form'));
