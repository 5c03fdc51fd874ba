"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.planRows = planRows;
exports.mostTriesOf = mostTriesOf;
const inTurns_1 = require("../concurrency/inTurns");
const planItems_1 = require("./order/planItems");
const maySend_1 = require("./pay/maySend");
const orderedBefore_1 = require("./pay/orderedBefore");
const spendingLimit_1 = require("./pay/spendingLimit");
const orderWorld_1 = require("./orderWorld");
async function planRows(context, ledger, { checks, timeoutMsOf }, stopOnFailure) {
    const { plans, run } = await (0, planItems_1.planItems)(context, checks);
    const mayRetry = ledger.failedTries < mostTriesOf(context);
    const rows = await (0, inTurns_1.mapInTurns)(plans, (plan, itemIndex) => {
        const { label } = plan;
        const timeoutMs = timeoutMsOf?.(itemIndex);
        return {
            ...planRow(plan, itemIndex, ledger, mayRetry),
            ...(label !== undefined && { label }),
            ...(timeoutMs !== undefined && { timeoutMs }),
        };
    });
    const spent = ledger.spent;
    for (const [itemIndex, row] of rows.entries())
        ledger.plan(itemIndex, row);
    const isFailed = ({ result, executionId }) => (0, orderedBefore_1.failureOf)(result) !== undefined && executionId === context.getExecutionId();
    if (stopOnFailure && Object.values(ledger.pass.rows).some(isFailed))
        ledger.leaveUntried();
    const refusal = run.limit && (await takeRoom(context, ledger, run.limit, spent));
    if (refusal !== undefined)
        for (const itemIndex of ledger.planned)
            ledger.settle(itemIndex, { kind: 'notCreated', failure: refusal });
    return plans.find(({ order }) => order !== undefined)?.order?.service;
}
function planRow({ order, failure }, itemIndex, ledger, mayRetry) {
    const request = order?.fingerprint ?? '';
    const earlier = ledger.find(itemIndex, order?.fingerprint);
    if (earlier !== undefined && !(0, maySend_1.maySend)({ earlier }).may)
        return { result: earlier, request };
    if (order === undefined)
        return { result: { kind: 'notCreated', failure }, request };
    if (order.settings.preview)
        return { result: { kind: 'preview', fingerprint: request }, request };
    const refused = mayRetry ? undefined : ledger.findRefusal(itemIndex);
    if (refused !== undefined)
        return { result: refused, request };
    const { orderKey } = order;
    return {
        result: { kind: 'planned' },
        request,
        body: JSON.stringify(order.request),
        ...(orderKey !== undefined && { orderKey }),
    };
}
async function takeRoom(context, ledger, limit, spent) {
    const orders = ledger.planned.map((row) => ledger.pass.rows[row].orderKey ?? row);
    const wanted = new Set(orders).size;
    if (wanted === 0)
        return undefined;
    if (limit.per === 'execution') {
        const left = Math.max(limit.videos - spent, 0);
        return wanted > left ? (0, spendingLimit_1.overLimit)(wanted, left, limit) : undefined;
    }
    const period = (0, spendingLimit_1.periodAt)(Date.now(), limit.per, context.getTimezone());
    const own = (ledger.pass.places ?? []).filter((place) => place.endsWith(` of ${period}`));
    const missing = Math.max(wanted - own.length, 0);
    const store = (0, orderWorld_1.openOrderStore)(context);
    const taken = await orderWorld_1.orderKeys.inTurn(store, () => (0, spendingLimit_1.takePlaces)(store, period, missing, limit.videos));
    if ('left' in taken)
        return (0, spendingLimit_1.overLimit)(wanted, own.length + taken.left, limit);
    ledger.pass.places = [...own, ...taken.places];
    return undefined;
}
function mostTriesOf(context) {
    const { retryOnFail, maxTries = 3 } = context.getNode();
    return retryOnFail === true ? Math.min(5, maxTries) : Infinity;
}
