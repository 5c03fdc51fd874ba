"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readMedia = readMedia;
exports.readCallback = readCallback;
const isInside_1 = require("../../links/isInside");
const urls_1 = require("../../links/urls");
const sharePages_1 = require("../../links/sharePages");
const contract_1 = require("../../generated/contract");
const readValue_1 = require("../../parameters/readValue");
const formChoices_1 = require("./formChoices");
const FormRow_1 = require("./FormRow");
async function readMedia(row, mode) {
    if (mode === 'imageToVideo')
        return await readFrames(row);
    return mode === 'referenceToVideo' ? await readReferences(row) : {};
}
async function readFrames(row) {
    const first = await readFrame(row, 'firstFrame', 'First Frame', formChoices_1.firstFrameSources);
    if (first?.length === 0)
        row.report('First Frame is empty. Give the picture that the video starts with.');
    const last = await readFrame(row, 'lastFrame', 'Last Frame', formChoices_1.lastFrameSources);
    return { [contract_1.requestField.imageUrls]: [...(first ?? []), ...(last ?? [])] };
}
async function readFrame(row, name, label, sources) {
    const source = (0, FormRow_1.take)(row, (0, readValue_1.readChoice)(row.field(`${name}Source`), `${label} From`, sources));
    if (source === undefined)
        return undefined;
    if (source === 'none')
        return [];
    if (source === 'url')
        return readAddresses(row, row.field(name), label, checkMedia(row), true);
    const takesOnlyFile = name === 'firstFrame';
    const file = { label: `${label} File`, kind: 'image', isSingle: true, takesOnlyFile };
    return await row.linkFiles(row.field(`${name}Binary`), file);
}
async function readReferences(row) {
    const read = async (kind, urlsLabel, label) => {
        const urls = readAddresses(row, row.field(`${kind}Urls`), urlsLabel, checkMedia(row));
        const links = await row.linkFiles(row.field(`${kind}Binaries`), { label, kind });
        return urls && links && [...urls, ...links];
    };
    const images = await read('image', 'Image URLs', 'Image Files');
    const videos = await read('video', 'Video URLs', 'Video Files');
    const audios = await read('audio', 'Audio URLs', 'Audio Files');
    if ([images, videos, audios].every((list) => list?.length === 0))
        row.report('Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.');
    const given = (list) => (list?.length ? list : undefined);
    return {
        [contract_1.requestField.imageUrls]: given(images),
        [contract_1.requestField.videoUrls]: given(videos),
        [contract_1.requestField.audioUrls]: given(audios),
    };
}
const checkMedia = (row) => (url) => checkReach(row, url, 'Give a public address, or pass the file itself.') ?? (0, sharePages_1.checkIsFile)(url);
function checkReach({ canReach }, { hostname }, instead) {
    if (canReach(hostname))
        return undefined;
    return `must be an address that the service can reach, but "${hostname}" is only known inside your own network. ${instead}`;
}
function readCallback(row) {
    const { callbackUrl } = row.options;
    return readAddresses(row, callbackUrl, 'Callback URL', (url) => checkCallback(row, url), true)?.[0];
}
function checkCallback(row, url) {
    const { protocol, hostname, pathname } = url;
    if (/\/(webhook|form)-test\//.test(pathname))
        return 'must be a production URL, but it is a test URL, where n8n listens only while you try the workflow out. Copy the Production URL of the trigger.';
    if (row.cannotResume && pathname.includes('/webhook-waiting/'))
        return 'can’t resume an execution, because the workflow runs on n8n’s Engine 2.0. Give the address of a Video Finished Trigger.';
    if (protocol !== 'https:' && !(0, isInside_1.isLoopback)(hostname))
        return `must start with https://, but it starts with ${protocol}//${hostname}.`;
    return checkReach(row, url, 'Set WEBHOOK_URL on n8n to its public address.');
}
function readAddresses(row, value, label, check, isSingle = false) {
    const urls = (0, urls_1.readUrls)(value);
    if (isSingle && urls.length > 1) {
        row.report(`${label} must be a single web address, but there are ${urls.length}.`);
        return undefined;
    }
    const problems = urls.flatMap((url, index) => {
        const problem = (0, urls_1.checkUrl)(url) ?? check(new URL(url));
        if (problem === undefined)
            return [];
        return [`${urls.length > 1 ? `${label}, entry ${index + 1},` : label} ${problem}`];
    });
    problems.forEach(row.report);
    return problems.length > 0 ? undefined : urls.map(urls_1.toWireUrl);
}
