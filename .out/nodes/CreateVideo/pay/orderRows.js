"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.orderRows = orderRows;
const sleep_1 = require("../../concurrency/sleep");
const contract_1 = require("../../generated/contract");
const orderedBefore_1 = require("./orderedBefore");
const pageSize_1 = require("./pageSize");
const readCreateAnswer_1 = require("./readCreateAnswer");
const sendPage_1 = require("./sendPage");
async function orderRows(ledger, { inPages, stopOnFailure }, world, keyed) {
    const { pass } = ledger;
    let page = ledger.takePage();
    let isPaged = inPages;
    while (!world.cancelled?.aborted) {
        if (page === undefined) {
            const { planned } = ledger;
            page = isPaged ? planned.slice(0, pass.pageSize) : planned;
            if (page.length === 0)
                return false;
            if (isPaged) {
                ledger.writeAhead(page);
                if (await world.store())
                    return true;
                page = ledger.takePage();
                isPaged = false;
                continue;
            }
        }
        const ofPage = page.filter((itemIndex) => pass.rows[itemIndex]?.result.kind === 'planned');
        const paging = { pageMs: isPaged ? pageSize_1.pageMs : Infinity, stopOnFailure };
        const startMs = performance.now();
        const end = await orderPage(ledger, ofPage, paging, world, keyed);
        if (end.isStopped)
            return false;
        pass.pageSize = (0, pageSize_1.nextPageSize)(end.settled, performance.now() - startMs);
        page = undefined;
    }
    return false;
}
async function orderPage(ledger, itemIndexes, paging, world, keyed) {
    const rowOf = (itemIndex) => ledger.pass.rows[itemIndex];
    const withKeys = itemIndexes.flatMap((itemIndex) => {
        const { orderKey } = rowOf(itemIndex);
        return orderKey === undefined ? [] : [{ itemIndex, orderKey }];
    });
    let claims = noClaims;
    try {
        if (keyed !== undefined && withKeys.length > 0)
            claims = await keyed.keys.claim(keyed.store, withKeys, keyed.isShared);
    }
    catch (error) {
        for (const { itemIndex } of withKeys)
            ledger.settle(itemIndex, (0, readCreateAnswer_1.keyNotClaimed)(error));
        if (paging.stopOnFailure)
            return { settled: 0, isStopped: true };
    }
    try {
        const toSend = itemIndexes.filter((itemIndex) => rowOf(itemIndex).result.kind === 'planned' && !claims.before.has(itemIndex));
        return await (0, sendPage_1.sendPage)(toSend, paging, {
            cancelled: world.cancelled,
            sleep: sleep_1.sleep,
            send: async (itemIndex, halted) => await world.send(itemIndex, rowOf(itemIndex), halted),
            record(itemIndex, outcome) {
                const { orderKey } = rowOf(itemIndex);
                ledger.settle(itemIndex, (0, orderedBefore_1.withKey)(outcome, orderKey));
                claims.settle(itemIndex, placedOf(outcome));
                world.log(itemIndex, outcome);
            },
        });
    }
    finally {
        await claims.close();
        await settleBefore(ledger, claims, world.cancelled);
    }
}
const noClaims = { before: new Map(), settle: () => { }, close: async () => { } };
function placedOf(outcome) {
    if (outcome.kind === 'notCreated')
        return { isTaken: false };
    const taskId = outcome.kind === 'accepted' ? String(outcome.task[contract_1.taskField.id]) : outcome.failure.taskId;
    return { isTaken: true, ...(taskId !== undefined && { taskId }) };
}
async function settleBefore(ledger, { before }, cancelled) {
    if (before.size === 0)
        return;
    const stopped = new Promise((resolve) => {
        if (cancelled?.aborted)
            resolve(undefined);
        cancelled?.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    for (const [itemIndex, order] of before) {
        const placed = await Promise.race([order, stopped]);
        if (!placed?.isTaken)
            continue;
        const { orderKey = '' } = ledger.pass.rows[itemIndex];
        const { taskId } = placed;
        const known = taskId === undefined ? {} : { taskId };
        ledger.settle(itemIndex, { kind: 'orderedBefore', orderKey, ...known });
    }
}
