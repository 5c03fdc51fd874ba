"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openLedger = openLedger;
const readPass_1 = require("../n8n/readPass");
const toolCall_1 = require("../n8n/toolCall");
const createdTasks_1 = require("../tasks/createdTasks");
const Ledger_1 = require("./pay/Ledger");
function openLedger(context) {
    const executionId = context.getExecutionId();
    const stored = context.getContext('node');
    const book = (stored[createdTasks_1.ordersKey] ??= {
        passes: {},
        spent: { executionId, count: 0 },
    });
    const node = context.getNode();
    return new Ledger_1.Ledger(book, {
        executionId,
        passName: (0, readPass_1.readPass)(context),
        form: JSON.stringify(node.parameters),
        ...((0, toolCall_1.isToolCall)(context) && {
            toolCall: {
                call: context.getInputData()[0]?.json,
                agentTry: (0, toolCall_1.readAgentTry)(context),
                nodeName: node.name,
            },
        }),
    });
}
