"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.joinBaseUrl = joinBaseUrl;
const n8n_workflow_1 = require("n8n-workflow");
const contract_1 = require("../generated/contract");
const segmentsOf = (path) => path.split('/').filter((segment) => segment !== '');
const operationPaths = Object.values(contract_1.operations).map(({ path }) => segmentsOf(path));
function joinBaseUrl(baseUrl, path) {
    const text = String(baseUrl ?? '').trim();
    const problem = problemOf(text);
    if (problem)
        throw new n8n_workflow_1.UserError(`The Base URL of the VideoGen API credential ${problem}`, {
            description: 'Nothing was sent. Open the VideoGen API credential and correct its Base URL.',
        });
    const { origin, pathname } = new URL(text);
    const segments = segmentsOf(pathname);
    const end = segments.findIndex((_, at) => isStartOfOperation(segments.slice(at)));
    const own = end < 0 ? segments : segments.slice(0, end);
    return [origin, ...own].join('/') + path;
}
function problemOf(text) {
    if (text === '')
        return 'is empty';
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
        return 'isn’t a web address. It starts with https:// (or http://), followed by the name of the service';
    if (url.username || url.password)
        return 'contains a user name or a password. Leave them out: the API key is all that the service needs';
    if (/[?#]/.test(text))
        return 'contains a ? or a #. Leave out everything from there on';
    return undefined;
}
const isStartOfOperation = (segments) => operationPaths.some((path) => segments.length <= path.length &&
    segments.every((segment, at) => {
        const want = path[at] ?? '';
        return want.startsWith('{') || segment.toLowerCase() === want;
    }));
