"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.downloadVideo = downloadVideo;
const redact_1 = require("../../text/redact");
const fileType_1 = require("./fileType");
const guardBytes_1 = require("./guardBytes");
const openFile_1 = require("./openFile");
const linkRefusedStatuses = new Set([401, 403, 404, 410]);
const passingStatuses = new Set([408, 429]);
async function downloadVideo(context, taskId, url, mayFetch, maxBytes) {
    const signal = context.getExecutionCancelSignal();
    let body;
    try {
        const file = await (0, openFile_1.openFile)(context, url, mayFetch, signal);
        body = file.body;
        if (file.httpStatus !== 200)
            return readRefusal(file.httpStatus);
        const { 'content-type': type, 'content-length': length } = file.headers;
        const description = (0, fileType_1.describeFile)(taskId, file.url, type);
        if (description === undefined)
            return { kind: 'unusable', reason: (0, redact_1.redact)(`the link leads to ${type}, not to a video`) };
        if (Number(length) > maxBytes)
            throw (0, guardBytes_1.tooLarge)(maxBytes);
        const whole = body.compose((source) => (0, guardBytes_1.guardBytes)(source, maxBytes));
        whole.on('error', () => { });
        const { fileName, mimeType } = description;
        const binary = await context.helpers.prepareBinaryData(whole, fileName, mimeType);
        return { kind: 'saved', binary };
    }
    catch (error) {
        signal?.throwIfAborted();
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        const forbidden = name.startsWith('SsrfBlocked');
        const passing = error instanceof guardBytes_1.BrokenFile ? error.passing : !forbidden;
        return { kind: passing ? 'interrupted' : 'unusable', reason: (0, redact_1.redact)(message) };
    }
    finally {
        body?.destroy();
    }
}
function readRefusal(httpStatus) {
    const reason = `HTTP ${httpStatus}`;
    if (linkRefusedStatuses.has(httpStatus))
        return { kind: 'linkRefused', reason };
    const isPassing = httpStatus >= 500 || passingStatuses.has(httpStatus);
    return { kind: isPassing ? 'interrupted' : 'unusable', reason };
}
