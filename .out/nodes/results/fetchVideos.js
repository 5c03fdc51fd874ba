"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.fetchVideos = fetchVideos;
exports.warnOfMemory = warnOfMemory;
const mapConcurrently_1 = require("../concurrency/mapConcurrently");
const sleep_1 = require("../concurrency/sleep");
const addressGuard_1 = require("../service/download/addressGuard");
const downloadVideo_1 = require("../service/download/downloadVideo");
const resultUrl_1 = require("../tasks/resultUrl");
const maxTries = 3;
const downloadsAtOnce = 10;
const largestFileBytes = 1_000_000_000;
const requestTimeoutMs = 30_000;
async function fetchVideos(context, world, start, keys) {
    const videos = new Map();
    const tasks = { ...start.tasks };
    const completed = [...keys].filter((key) => tasks[key]?.outcome === 'completed');
    if (completed.length === 0)
        return { videos, state: start };
    const mayFetch = await (0, addressGuard_1.guardAddresses)(context, world.baseUrl);
    const reread = async (key) => {
        const answer = await world.ask(key, requestTimeoutMs, world.signal);
        const taskWait = tasks[key];
        if (answer.kind !== 'task' || (0, resultUrl_1.resultUrl)(answer.task) === undefined || taskWait === undefined)
            return;
        tasks[key] = { ...taskWait, task: answer.task };
    };
    const fetchOne = async (key) => {
        let readAgain = false;
        for (let tries = 1;;) {
            const url = (0, resultUrl_1.resultUrl)(tasks[key]?.task ?? { status: '' }) ?? '';
            const download = await (0, downloadVideo_1.downloadVideo)(context, key, url, mayFetch, largestFileBytes);
            if (download.kind === 'saved')
                return { binary: download.binary };
            if (download.kind === 'linkRefused' && !readAgain) {
                readAgain = true;
                await reread(key);
            }
            else if (download.kind === 'interrupted' && tries < maxTries) {
                await (0, sleep_1.sleep)(1000 * 2 ** (tries - 1), world.signal);
                tries += 1;
            }
            else
                return { failure: describeDownloadFailure(key, url, download) };
        }
    };
    await (0, mapConcurrently_1.mapConcurrently)(completed, downloadsAtOnce, async (key) => {
        videos.set(key, await fetchOne(key));
    });
    warnOfMemory(context, [...videos.values()]);
    return { videos, state: { ...start, tasks } };
}
function describeDownloadFailure(taskId, videoUrl, { kind, reason }) {
    const next = {
        linkRefused: 'The link may have expired, and the service gave us no other that works.',
        interrupted: `We tried ${maxTries} times.`,
        unusable: 'Trying again won’t help by itself: look at the address.',
    };
    return {
        message: `The video of task ${taskId} couldn’t be downloaded: ${reason}`,
        description: `The task is completed and was charged when it was created, so don’t create it again. ${next[kind]} Run Wait for Video with this task ID to download the video; that costs nothing.`,
        reason: 'downloadFailed',
        paid: 'yes',
        taskId,
        videoUrl,
    };
}
const largeBytes = 20_000_000;
function warnOfMemory(context, videos) {
    const bytes = videos
        .flatMap(({ binary }) => (binary === undefined || binary.id ? [] : [binary.data.length * 0.75]))
        .reduce((sum, size) => sum + size, 0);
    if (bytes <= largeBytes)
        return;
    context.addExecutionHints({
        type: 'warning',
        location: 'outputPane',
        message: `n8n holds ${Math.round(bytes / 1e6)} MB of video in its memory, each file several times over. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem on n8n to keep files on disk instead.`,
    });
}
