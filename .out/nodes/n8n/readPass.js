"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readPass = readPass;
const engineOf_1 = require("./engineOf");
function readPass(context) {
    const { getExecuteData } = context;
    if (getExecuteData === undefined || (0, engineOf_1.isOnEngine2)(context))
        return `run ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
    const from = getExecuteData.call(context).source?.main?.[0];
    if (!from)
        return 'start';
    const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = from;
    return `run ${previousNodeRun} of output ${previousNodeOutput} of ${previousNode}`;
}
