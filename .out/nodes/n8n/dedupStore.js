"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openDedupStore = openDedupStore;
const n8n_workflow_1 = require("n8n-workflow");
function openDedupStore(context, maxEntries) {
    const { checkProcessedAndRecord, removeProcessed } = context.helpers;
    if (checkProcessedAndRecord === undefined || removeProcessed === undefined)
        throw new n8n_workflow_1.UserError('This version of n8n can’t remember orders', {
            description: 'Update n8n, or remove Order Key and Spending Limit from the options.',
        });
    const options = { mode: 'entries', maxEntries };
    return {
        place: `${context.getWorkflow().id}/${context.getNode().id}`,
        async record(entries) {
            const checked = await checkProcessedAndRecord([...entries], 'node', options);
            return new Set(checked.new.map(String));
        },
        async remove(entries) {
            if (entries.length > 0)
                await removeProcessed([...entries], 'node', options);
        },
    };
}
