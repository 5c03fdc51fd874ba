"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.connectService = connectService;
const n8n_workflow_1 = require("n8n-workflow");
const label_1 = require("../links/label");
const contract_1 = require("../generated/contract");
const accountKey_1 = require("../pace/accountKey");
const apiKey_1 = require("./apiKey");
const baseUrl_1 = require("./baseUrl");
const credentialName_1 = require("./credentialName");
const hideInAnswer_1 = require("./hideInAnswer");
const readCredential_1 = require("./readCredential");
const networkFault_1 = require("./networkFault");
const readAnswer_1 = require("./readAnswer");
const readBody_1 = require("./readBody");
const readRecord_1 = require("./readRecord");
const sendPaced_1 = require("./sendPaced");
const lookPatienceMs = 5_000;
const maxAnswerBytes = 1_000_000;
async function connectService(context) {
    const credential = await (0, readCredential_1.readCredential)(context);
    const problem = (0, apiKey_1.problemOfKey)(credential.apiKey);
    if (problem)
        throw new n8n_workflow_1.UserError(problem, {
            description: 'Nothing was sent. Open the VideoGen API credential and correct it.',
        });
    const key = (0, apiKey_1.readApiKey)(credential.apiKey);
    const baseUrl = (0, baseUrl_1.joinBaseUrl)(credential.baseUrl, '');
    const account = await (0, accountKey_1.accountKey)(baseUrl, key);
    const executionId = 'getExecutionId' in context ? context.getExecutionId() : undefined;
    const flow = executionId || Symbol('no execution');
    const stop = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
    const send = async (request, { timeoutMs, urgency, signal, patience = { budgetMs: lookPatienceMs } }) => {
        const signals = [stop, signal].filter((one) => one !== undefined);
        const answer = await (0, sendPaced_1.sendPaced)(account, { urgency, flow, patience, signals }, () => sendOnce(context, credential, { ...request, timeout: timeoutMs }, stop));
        return (0, hideInAnswer_1.hideInAnswer)(answer, [key]);
    };
    return {
        baseUrl,
        secrets: [key],
        labels: (0, label_1.labelSigner)(key),
        async createVideo(request, options) {
            const { method, path } = contract_1.operations.createVideo;
            const body = request;
            return await send({ method, url: baseUrl + path, body }, { ...options, urgency: 'create' });
        },
        async getTask(taskId, options) {
            const { method, path } = contract_1.operations.getTask;
            const url = baseUrl + path.replace(/\{[^}]+\}/, encodeURIComponent(taskId));
            return await send({ method, url }, options);
        },
    };
}
async function sendOnce(context, credential, request, stop) {
    const options = {
        ...request,
        headers: { Accept: 'application/json' },
        encoding: 'stream',
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        disableFollowRedirect: true,
    };
    const credentialsDecrypted = {
        id: '',
        name: credentialName_1.credentialName,
        type: credentialName_1.credentialName,
        data: { ...credential },
    };
    try {
        const response = (await context.helpers.httpRequestWithAuthentication.call(context, credentialName_1.credentialName, options, { credentialsDecrypted }));
        const { statusCode: httpStatus, headers } = response;
        const maxBytes = httpStatus >= 200 && httpStatus < 300 ? maxAnswerBytes : readRecord_1.longestParsed;
        const body = await (0, readBody_1.readBody)(response.body, { maxBytes, timeoutMs: request.timeout });
        return (0, readAnswer_1.readAnswer)({ httpStatus, headers, body }, Date.now());
    }
    catch (error) {
        const { unsent, code, reason } = (0, networkFault_1.readNetworkFault)(error);
        if (!unsent && stop?.aborted)
            return { kind: 'cancelled' };
        return { kind: unsent ? 'unsent' : 'unanswered', code, detail: reason };
    }
}
