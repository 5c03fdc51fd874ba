"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readBody = readBody;
const sleep_1 = require("../concurrency/sleep");
async function readBody(body, limits) {
    if (typeof body === 'string')
        return { text: body };
    if (!(Symbol.asyncIterator in Object(body)))
        return { text: JSON.stringify(body ?? '') };
    const stream = body;
    const decoder = new TextDecoder();
    let text = '';
    const read = async () => {
        let bytes = 0;
        for await (const chunk of stream) {
            const room = limits.maxBytes - bytes;
            bytes += chunk.length;
            text += decoder.decode(chunk.subarray(0, room), { stream: true });
            if (chunk.length > room)
                return 'tooLarge';
        }
        return undefined;
    };
    const timer = new AbortController();
    const giveUp = (0, sleep_1.sleep)(limits.timeoutMs, timer.signal).then(() => 'timeout');
    const broken = await Promise.race([read(), giveUp]).catch(() => 'reset');
    giveUp.catch(() => { });
    timer.abort();
    stream.destroy?.(new Error('the answer has been read'));
    return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}
