"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.create = create;
const inTurns_1 = require("../concurrency/inTurns");
const openForm_1 = require("../results/openForm");
const outputShape_1 = require("../results/outputShape");
const raise_1 = require("../errors/raise");
const contract_1 = require("../generated/contract");
const taskJson_1 = require("../tasks/taskJson");
const putToSleep_1 = require("../sleep/putToSleep");
const failCreated_1 = require("./failCreated");
const openLedger_1 = require("./openLedger");
const hintNext_1 = require("./hintNext");
const orderedBefore_1 = require("./pay/orderedBefore");
const placeOrders_1 = require("./placeOrders");
const previewJson_1 = require("./order/previewJson");
async function create(context) {
    if ((0, putToSleep_1.hasSlept)(context.getInputData()) && (0, openLedger_1.openLedger)(context).isNew)
        return (0, failCreated_1.failAll)(context);
    const prepare = async () => {
        const { problems } = await readForm(context);
        return { checks: { problems, ofRow: () => undefined } };
    };
    const placed = await (0, placeOrders_1.placeOrders)(context, { prepare, next: 'retry' });
    if (placed.kind === 'stored')
        return placed.shown;
    const { shape } = await readForm(context);
    const show = (json, itemIndex) => (0, outputShape_1.shapeJson)(context, json, itemIndex, shape);
    const rows = Object.values(placed.ledger.pass.rows);
    const items = await (0, inTurns_1.mapInTurns)(rows, (row, index) => toItem(row, index, show));
    if (!rows.some(isCalledBack))
        (0, hintNext_1.hintNext)(context, rows.filter(({ result }) => result.kind === 'accepted').length);
    return items.flat();
}
async function readForm(context) {
    const form = await (0, openForm_1.openForm)(context, 'skip');
    return { shape: (0, outputShape_1.readShape)(form), problems: form.problems };
}
const isCalledBack = ({ request }) => request.includes(`"${contract_1.requestField.callbackUrl}":`);
function toItem({ result, label }, itemIndex, show) {
    const own = label === undefined ? {} : { label };
    const pairedItem = { item: itemIndex };
    const failure = (0, orderedBefore_1.failureOf)(result);
    if (failure !== undefined)
        return [(0, raise_1.toErrorItem)({ ...failure, ...own }, itemIndex)];
    switch (result.kind) {
        case 'accepted': {
            const task = (0, taskJson_1.taskJson)(String(result.task[contract_1.taskField.id]), result.task);
            return [{ json: show((0, taskJson_1.keepApart)(task, { paid: 'yes', ...own }), itemIndex), pairedItem }];
        }
        case 'preview':
            return [{ json: (0, previewJson_1.previewJson)(result.fingerprint), pairedItem }];
        case 'orderedBefore': {
            const before = (0, orderedBefore_1.orderedBeforeJson)(result.orderKey, result.taskId);
            return [{ json: { ...before, ...own }, pairedItem }];
        }
        default:
            return [];
    }
}
