"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ordersKey = void 0;
exports.findCreatedTasks = findCreatedTasks;
const howItRuns_1 = require("../n8n/howItRuns");
const contract_1 = require("../generated/contract");
exports.ordersKey = 'orders';
function findCreatedTasks(context) {
    const executionId = context.getExecutionId();
    const contexts = Object.values((0, howItRuns_1.runDataOf)(context)?.executionData?.contextData ?? {});
    const rows = contexts
        .flatMap((stored) => Object.values(stored[exports.ordersKey]?.passes ?? {}))
        .flatMap((pass) => Object.values(pass.rows));
    const created = new Map();
    for (const { executionId: own, atMs, isCalled = false, result } of rows)
        if (own === executionId && result.task !== undefined)
            created.set(String(result.task[contract_1.taskField.id]), { atMs, isCalled });
    return created;
}
