"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.placeOrders = placeOrders;
const raise_1 = require("../errors/raise");
const engineOf_1 = require("../n8n/engineOf");
const storeAndGoOn_1 = require("../sleep/storeAndGoOn");
const openLedger_1 = require("./openLedger");
const adviseRows_1 = require("./pay/adviseRows");
const orderRows_1 = require("./pay/orderRows");
const readCreateAnswer_1 = require("./pay/readCreateAnswer");
const summarizeStop_1 = require("./pay/summarizeStop");
const showOrdered_1 = require("./showOrdered");
const orderWorld_1 = require("./orderWorld");
const planRows_1 = require("./planRows");
async function placeOrders(context, placing) {
    const ledger = (0, openLedger_1.openLedger)(context);
    const stopOnFailure = !context.continueOnFail();
    let staysAwake = false;
    let service;
    if (!ledger.hasPage) {
        const preparation = (await placing.prepare?.()) ?? {};
        staysAwake = preparation.staysAwake === true;
        ledger.closeLostPage();
        service = await (0, planRows_1.planRows)(context, ledger, preparation, stopOnFailure);
    }
    if (ledger.planned.length > 0) {
        const isBatch = Object.keys(ledger.pass.rows).length > 1;
        const canStore = isBatch && !staysAwake && (await (0, storeAndGoOn_1.mayStore)(context));
        const paging = { inPages: canStore, stopOnFailure };
        const world = (0, orderWorld_1.openWorld)(context, placing.read ?? readCreateAnswer_1.readOutcome, service);
        if (await (0, orderRows_1.orderRows)(ledger, paging, world, (0, orderWorld_1.openKeys)(context, ledger)))
            return { kind: 'stored', shown: (0, showOrdered_1.showOrdered)(ledger.pass) };
    }
    return await settleRows(context, ledger, placing.next);
}
async function settleRows(context, ledger, next) {
    await giveBackPlaces(context, ledger);
    ledger.leaveUntried();
    const rows = Object.values(ledger.pass.rows);
    const results = rows.map(({ result }) => result);
    const labels = rows.map(({ label }) => label);
    const canRetry = !(0, engineOf_1.isOnEngine2)(context);
    const stop = (0, summarizeStop_1.summarizeStop)(results, labels, next, canRetry);
    if (stop === undefined)
        return { kind: 'settled', ledger };
    const failedTries = ledger.noteFailedTry();
    if (context.continueOnFail()) {
        (0, adviseRows_1.adviseRows)(rows);
        return { kind: 'settled', ledger };
    }
    const isStopped = context.getExecutionCancelSignal()?.aborted === true;
    const hasCreated = results.some(({ kind }) => kind === 'accepted' || kind === 'orderedBefore');
    const mayTryAgain = canRetry && context.getNode().retryOnFail === true && failedTries < (0, planRows_1.mostTriesOf)(context);
    if (next === 'bringHome' && hasCreated && !isStopped && !mayTryAgain)
        return { kind: 'settled', ledger, stop };
    const { failure, itemIndex } = (0, summarizeStop_1.summarizeStop)(results, labels, 'retry', canRetry);
    throw (0, raise_1.toNodeError)(context.getNode(), failure, itemIndex);
}
async function giveBackPlaces(context, { pass }) {
    const { places = [] } = pass;
    delete pass.places;
    if (places.length === 0)
        return;
    const store = (0, orderWorld_1.openOrderStore)(context);
    await orderWorld_1.orderKeys.inTurn(store, () => store.remove(places)).catch(() => undefined);
}
