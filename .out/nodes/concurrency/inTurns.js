"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.breather = breather;
exports.mapInTurns = mapInTurns;
const sleep_1 = require("./sleep");
const longestStretchMs = 5;
function breather() {
    let startMs = performance.now();
    let pause;
    const goOn = () => {
        startMs = performance.now();
        pause = undefined;
    };
    return () => {
        if (pause === undefined && performance.now() - startMs < longestStretchMs)
            return undefined;
        return (pause ??= (0, sleep_1.sleep)(0).then(goOn));
    };
}
async function mapInTurns(inputs, work) {
    const breathe = breather();
    const outputs = [];
    for (const input of inputs) {
        const pause = breathe();
        if (pause !== undefined)
            await pause;
        outputs.push(work(input, outputs.length));
    }
    return outputs;
}
