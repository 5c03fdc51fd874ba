"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readItems = readItems;
exports.stopOnBadItems = stopOnBadItems;
const inTurns_1 = require("../concurrency/inTurns");
const readTimeLimit_1 = require("../results/readTimeLimit");
const WaitItem_1 = require("../results/WaitItem");
const failEveryItem_1 = require("../errors/failEveryItem");
const raise_1 = require("../errors/raise");
const readTaskIdField_1 = require("./readTaskIdField");
async function readItems(context) {
    const ofAll = (0, readTimeLimit_1.hasOneTimeLimit)(context) ? (0, readTimeLimit_1.readTimeLimit)(context, 0) : undefined;
    const readItem = (itemIndex) => {
        const id = (0, readTaskIdField_1.readTaskIdField)(context.getNodeParameter('taskId', itemIndex, ''));
        const limit = ofAll ?? (0, readTimeLimit_1.readTimeLimit)(context, itemIndex);
        const limitProblem = ofAll === undefined ? limit.problem : undefined;
        if (id.problem === undefined && limitProblem === undefined)
            return { itemIndex, taskId: id.value, timeoutMs: (limit.value ?? 0) * 60_000 };
        const next = id.problem === undefined
            ? 'Correct the field and run the node again.'
            : 'Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.';
        return {
            itemIndex,
            failure: {
                reason: 'invalidInput',
                paid: 'unknown',
                message: `Row ${itemIndex + 1}: ${[id.problem, limitProblem].filter(Boolean).join(' ')}`,
                description: `${WaitItem_1.nothingAsked} ${next}`,
            },
        };
    };
    const breathe = (0, inTurns_1.breather)();
    const items = [];
    for (const itemIndex of context.getInputData().keys()) {
        await breathe();
        try {
            items.push(readItem(itemIndex));
        }
        catch (error) {
            const failure = (0, failEveryItem_1.toFailure)(error, 'unknown');
            items.push({
                itemIndex,
                failure: {
                    ...failure,
                    message: `Row ${itemIndex + 1} has a problem: ${failure.message}`,
                },
            });
        }
    }
    return items;
}
function stopOnBadItems(context, items) {
    const first = items.find(({ failure }) => failure !== undefined);
    if (first?.failure === undefined || context.continueOnFail())
        return;
    const message = (0, WaitItem_1.describeBadItems)(items).join(' ');
    throw (0, raise_1.toNodeError)(context.getNode(), { ...first.failure, message }, first.itemIndex);
}
