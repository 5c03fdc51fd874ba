"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readOperation = readOperation;
const n8n_workflow_1 = require("n8n-workflow");
const readValue_1 = require("./readValue");
function readOperation(context, operations) {
    const value = context.getNodeParameter('operation', 0, operations[0]);
    const read = (0, readValue_1.readChoice)(value, 'Operation', operations);
    if (read.problem !== undefined)
        throw new n8n_workflow_1.NodeOperationError(context.getNode(), read.problem, {
            description: 'Choose one of the operations in the list.',
        });
    return read.value;
}
