"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.BrokenFile = void 0;
exports.guardBytes = guardBytes;
exports.tooLarge = tooLarge;
const sleep_1 = require("../../concurrency/sleep");
const fileType_1 = require("./fileType");
const stallMs = 60_000;
const longestMs = 30 * 60_000;
class BrokenFile extends Error {
    passing;
    constructor(message, passing) {
        super(message);
        this.passing = passing;
    }
}
exports.BrokenFile = BrokenFile;
async function* guardBytes(source, maxBytes) {
    const endsAtMs = performance.now() + longestMs;
    const chunks = source[Symbol.asyncIterator]();
    let size = 0;
    let head = new Uint8Array();
    try {
        for (;;) {
            const chunk = await inTime(chunks.next(), endsAtMs - performance.now());
            if (chunk.done)
                break;
            size += chunk.value.length;
            if (size > maxBytes)
                throw tooLarge(maxBytes);
            if (head === undefined)
                yield chunk.value;
            else {
                head = Buffer.concat([head, chunk.value]);
                if (head.length < fileType_1.headLength)
                    continue;
                yield checkHead(head);
                head = undefined;
            }
        }
        if (size === 0)
            throw new BrokenFile('the file is empty', true);
        if (head !== undefined)
            yield checkHead(head);
    }
    finally {
        chunks.return?.().catch(() => { });
    }
}
function tooLarge(maxBytes) {
    return new BrokenFile(`the file is larger than the limit of ${maxBytes / 1e6} MB`, false);
}
function checkHead(head) {
    const other = (0, fileType_1.readOtherType)(head);
    if (other === undefined)
        return head;
    throw new BrokenFile(`the link leads to ${other}, not to a video`, false);
}
async function inTime(work, leftMs) {
    const timer = new AbortController();
    const isOver = (0, sleep_1.sleep)(Math.max(0, Math.min(leftMs, stallMs)), timer.signal).then(() => {
        if (leftMs > stallMs)
            throw new BrokenFile('no byte arrived for a minute', true);
        throw new BrokenFile('the file wasn’t there after half an hour', false);
    });
    try {
        return await Promise.race([work, isOver]);
    }
    finally {
        timer.abort();
        isOver.catch(() => { });
        work.catch(() => { });
    }
}
