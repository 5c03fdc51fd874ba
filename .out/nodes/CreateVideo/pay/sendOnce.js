"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sendOnce = sendOnce;
const sendPaced_1 = require("../../service/sendPaced");
const maySend_1 = require("./maySend");
const firstPauseMs = 1_000;
async function sendOnce(post, { busyBudgetMs, sleep }) {
    const patience = { budgetMs: busyBudgetMs };
    let refusal;
    for (let unsent = 0;;) {
        const answer = await post(patience);
        if (answer.kind === 'busy') {
            if (answer.isHeldBack)
                return refusal ?? answer;
            refusal = answer;
            continue;
        }
        if (!(0, maySend_1.maySend)({ answer, tries: ++unsent }).may)
            return answer;
        try {
            await sleep(firstPauseMs * 2 ** (unsent - 1));
        }
        catch {
            return { kind: 'unsent', code: sendPaced_1.notSentCode, detail: 'the execution was stopped' };
        }
    }
}
