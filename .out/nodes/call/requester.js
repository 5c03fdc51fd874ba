"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lendCaller = void 0;
exports.lendRequester = lendRequester;
const connectService_1 = require("../service/connectService");
const askTask_1 = require("../look/askTask");
const n8nTimeoutMs = 15_000;
async function lendRequester(context, credential) {
    return makeRequester(helpersWithoutData(context), context.getNode(), credential);
}
async function makeRequester(helpers, node, credential) {
    const lender = {
        helpers,
        getNode: () => node,
        getCredentials: async () => ({ ...credential }),
    };
    const service = await (0, connectService_1.connectService)(lender);
    return {
        ask: (taskId, timeoutMs, signal, urgency = 'routine') => (0, askTask_1.askTask)(service, taskId, { timeoutMs, signal, urgency }),
        ...makeCaller(helpers),
    };
}
const lendCaller = (context) => makeCaller(helpersWithoutData(context));
exports.lendCaller = lendCaller;
function makeCaller(helpers) {
    const callN8n = async (request) => {
        const response = (await helpers.httpRequest({
            ...request,
            json: true,
            timeout: n8nTimeoutMs,
            returnFullResponse: true,
            ignoreHttpStatusErrors: true,
            disableFollowRedirect: true,
        }));
        return {
            httpStatus: response.statusCode,
            text: JSON.stringify(response.body === undefined ? '' : response.body),
        };
    };
    return {
        post: (url, body) => callN8n({ method: 'POST', url, body }),
        get: (url) => callN8n({ method: 'GET', url }),
    };
}
function helpersWithoutData(context) {
    const { workflow, node, additionalData, constructor: Context } = context;
    try {
        const runData = { resultData: { runData: {} } };
        const entry = { node, data: { main: [[]] }, source: null };
        const parts = [workflow, node, additionalData, context.getMode(), runData, 0, [], entry.data];
        const { helpers } = new Context(...parts, entry, []);
        if (typeof helpers?.httpRequestWithAuthentication === 'function')
            return helpers;
    }
    catch {
    }
    return context.helpers;
}
