"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.testVideoGenApi = testVideoGenApi;
const contract_1 = require("../generated/contract");
const isInside_1 = require("../links/isInside");
const redact_1 = require("../text/redact");
const apiKey_1 = require("./apiKey");
const baseUrl_1 = require("./baseUrl");
const networkFault_1 = require("./networkFault");
const noTaskId = 'credential-test-no-such-task';
const timeoutMs = 15_000;
const failed = (message) => ({ status: 'Error', message });
async function testVideoGenApi(credential) {
    const { baseUrl, apiKey } = (credential.data ?? {});
    const { method, path } = contract_1.operations.getTask;
    const problem = (0, apiKey_1.problemOfKey)(apiKey);
    if (problem)
        return failed(problem);
    const secrets = [(0, apiKey_1.readApiKey)(apiKey)];
    let uri;
    try {
        uri = (0, baseUrl_1.joinBaseUrl)(baseUrl, path.replace(/\{[^}]+\}/, noTaskId));
    }
    catch (error) {
        return failed(error.message);
    }
    const { request } = this.helpers;
    try {
        const { statusCode, headers } = (await request({
            method,
            uri,
            headers: { ...(0, apiKey_1.bearerHeader)(apiKey), Accept: 'application/json' },
            resolveWithFullResponse: true,
            simple: false,
            followRedirect: false,
            timeout: timeoutMs,
        }));
        const location = (0, redact_1.redact)(String(headers.location ?? 'another one'), secrets);
        return judge(statusCode, String(headers['content-type'] ?? ''), location, new URL(uri));
    }
    catch (error) {
        const { reason, code } = (0, networkFault_1.readNetworkFault)(error);
        return failed(`No answer from ${new URL(uri).origin}. Check the Base URL and the network. Cause: ${(0, redact_1.redact)(reason || code, secrets)}`);
    }
}
function judge(httpStatus, contentType, location, { protocol, hostname }) {
    if (httpStatus === 401 || httpStatus === 403)
        return failed(`The service refused the API key (HTTP ${httpStatus}). Copy the key again from the service’s dashboard.`);
    if (httpStatus === 407)
        return failed('The proxy between n8n and the service asks for a login (HTTP 407). Ask whoever runs your n8n to add it to the proxy settings.');
    if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 429)
        return failed(`The service is busy or has problems right now (HTTP ${httpStatus}). Your key may be fine. Try again later.`);
    if (httpStatus >= 300 && httpStatus < 400)
        return failed(`This address sends you on to ${location} (HTTP ${httpStatus}). If that is the service, use its address as the Base URL.`);
    if (/html/i.test(contentType))
        return failed(`This address answers with a web page, not like the video service (HTTP ${httpStatus}). Check the Base URL.`);
    const isOpenToRead = protocol === 'http:' && !(0, isInside_1.isLoopback)(hostname);
    const warning = isOpenToRead
        ? ' The Base URL starts with http://, so the key travels unencrypted.'
        : '';
    return {
        status: 'OK',
        message: `The service answered and didn’t refuse the API key. No task was created.${warning}`,
    };
}
