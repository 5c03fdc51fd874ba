"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.canReach = canReach;
exports.whyUnreachable = whyUnreachable;
exports.noteUnreachable = noteUnreachable;
const sleep_1 = require("../concurrency/sleep");
const isBlockedByN8n_1 = require("../n8n/isBlockedByN8n");
const askState_1 = require("./askState");
const doubtMs = 10 * 60_000;
const pausesMs = [0, 500, 2_000];
const findings = new Map();
const addressOf = (resumeUrl) => new URL(resumeUrl).origin;
const nobodysUrl = (statusUrl) => {
    const segments = statusUrl.split('?')[0].split('/');
    return [...segments.slice(0, -2), '0', ...segments.slice(-1)].join('/');
};
async function canReach(requester, addresses, nowMs, pause = sleep_1.sleep) {
    const { resumeUrl, statusUrl } = addresses;
    const known = findings.get(addressOf(resumeUrl));
    if (known?.reachable || (known !== undefined && nowMs - known.atMs < doubtMs))
        return known.reachable;
    let reachable = false;
    let isBlocked = false;
    const noted = {
        get: (url) => requester.get(url).catch((error) => {
            isBlocked = (0, isBlockedByN8n_1.isBlockedByN8n)(error);
            throw error;
        }),
    };
    for (const pauseMs of pausesMs) {
        if (pauseMs > 0)
            await pause(pauseMs);
        reachable = (await (0, askState_1.askState)(noted, { statusUrl: nobodysUrl(statusUrl) })) !== 'unknown';
        if (reachable || isBlocked)
            break;
    }
    findings.set(addressOf(resumeUrl), { reachable, atMs: nowMs, isBlocked });
    return reachable;
}
function whyUnreachable(resumeUrl) {
    if (findings.get(addressOf(resumeUrl))?.isBlocked !== true)
        return 'n8n can’t reach its own address';
    return `n8n’s SSRF protection doesn’t let it call its own address (${(0, isBlockedByN8n_1.settingToAllow)(resumeUrl)} would)`;
}
function noteUnreachable(resumeUrl, nowMs) {
    findings.set(addressOf(resumeUrl), { reachable: false, atMs: nowMs });
}
