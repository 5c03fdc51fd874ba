"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sendPage = sendPage;
const mapConcurrently_1 = require("../../concurrency/mapConcurrently");
const patience_1 = require("./patience");
const readCreateAnswer_1 = require("./readCreateAnswer");
async function sendPage(itemIndexes, { pageMs, stopOnFailure }, { send, record, sleep, cancelled }) {
    const halt = new AbortController();
    const over = new AbortController();
    const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
    let settled = 0;
    let isTimeOver = false;
    let isStopped = false;
    const endPage = () => {
        if (isStopped || (isTimeOver && settled > 0))
            halt.abort();
    };
    if (pageMs !== Infinity)
        void sleep(pageMs, over.signal).then(() => {
            isTimeOver = true;
            endPage();
        }, () => undefined);
    try {
        await (0, mapConcurrently_1.mapConcurrently)(itemIndexes, patience_1.patience.rowsAtOnce, async (itemIndex) => {
            if (halted.aborted)
                return;
            const outcome = await send(itemIndex, halted).catch(readCreateAnswer_1.brokenOff);
            if (outcome === undefined)
                return;
            settled += 1;
            record(itemIndex, outcome);
            isStopped ||= stopOnFailure && outcome.kind !== 'accepted';
            endPage();
        });
    }
    finally {
        over.abort();
    }
    return { settled, isStopped };
}
