"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openFile = openFile;
const guardBytes_1 = require("./guardBytes");
const connectTimeoutMs = 60_000;
const mostRedirects = 5;
async function openFile(context, firstUrl, mayFetch, signal) {
    let url = parseUrl(firstUrl);
    for (let redirects = 0;; redirects++) {
        const refusal = await mayFetch(url);
        if (refusal !== undefined)
            throw new guardBytes_1.BrokenFile(`the link leads to ${refusal}`, false);
        const response = (await context.helpers.httpRequest({
            method: 'GET',
            url: url.href,
            headers: { 'Accept-Encoding': 'identity' },
            encoding: 'stream',
            returnFullResponse: true,
            ignoreHttpStatusErrors: true,
            disableFollowRedirect: true,
            timeout: connectTimeoutMs,
            ...(signal !== undefined && { abortSignal: signal }),
        }));
        const { statusCode: httpStatus, headers } = response;
        const body = response.body;
        body.on('error', () => { });
        const isRedirect = httpStatus >= 300 && httpStatus < 400 && headers.location !== undefined;
        if (!isRedirect)
            return { httpStatus, headers, body, url: url.href };
        body.destroy();
        if (redirects === mostRedirects)
            throw new guardBytes_1.BrokenFile(`the link leads through more than ${mostRedirects} redirects`, false);
        const next = parseUrl(String(headers.location), url);
        if (url.protocol === 'https:' && next.protocol === 'http:')
            throw new guardBytes_1.BrokenFile('the link leads from https to http, where the file isn’t safe', false);
        url = next;
    }
}
function parseUrl(location, base) {
    if (URL.canParse(location, base?.href))
        return new URL(location, base);
    throw new guardBytes_1.BrokenFile('the link leads to something that isn’t an address', false);
}
