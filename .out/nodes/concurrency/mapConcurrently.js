"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mapConcurrently = mapConcurrently;
async function mapConcurrently(inputs, limit, work) {
    const outputs = new Array(inputs.length);
    let next = 0;
    const lane = async () => {
        while (next < inputs.length) {
            const index = next++;
            outputs[index] = await work(inputs[index], index);
        }
    };
    await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, lane));
    return outputs;
}
