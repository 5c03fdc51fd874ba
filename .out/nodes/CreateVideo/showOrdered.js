"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.showOrdered = showOrdered;
const contract_1 = require("../generated/contract");
const whatNext = 'n8n is still ordering the rows of this table. Stopping the execution doesn’t stop videos that are already ordered.';
function showOrdered({ rows }) {
    const all = Object.entries(rows);
    const ordered = all.flatMap(([itemIndex, { result, label }]) => {
        if (result.kind !== 'accepted')
            return [];
        const id = String(result.task[contract_1.taskField.id]);
        const json = { [contract_1.taskField.id]: id, paid: 'yes', ...(label !== undefined && { label }) };
        return [{ json, pairedItem: { item: Number(itemIndex) } }];
    });
    const left = all.filter(([, { result }]) => result.kind === 'planned').length;
    return [...ordered, { json: { rowsLeft: left, note: whatNext }, pairedItem: { item: 0 } }];
}
