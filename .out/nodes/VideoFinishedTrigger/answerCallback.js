"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answerCallback = answerCallback;
const n8n_workflow_1 = require("n8n-workflow");
const contract_1 = require("../generated/contract");
const label_1 = require("../links/label");
const readTaskAnswer_1 = require("../look/readTaskAnswer");
const connectService_1 = require("../service/connectService");
const findTask_1 = require("../tasks/findTask");
const taskJson_1 = require("../tasks/taskJson");
const fields_1 = require("./fields");
const findEndedTask_1 = require("./findEndedTask");
const KnownTasks_1 = require("./KnownTasks");
const LookBudget_1 = require("./LookBudget");
const reply_1 = require("./reply");
const requestTimeoutMs = 10_000;
const memories = new Map();
async function answerCallback(context) {
    const request = context.getRequestObject();
    const body = request.rawBody?.toString() ?? JSON.stringify(request.body ?? '');
    if (request.method !== 'POST' || /^\s*(?:\{\s*\}|"")?\s*$/.test(body))
        return send(context, (0, reply_1.reply)(200, 'This URL works: calls about finished videos start it'));
    const taskIds = (0, findTask_1.findTaskIds)(body);
    if (taskIds.length === 0)
        return send(context, (0, reply_1.reply)(422, '"id" must be the ID of a task that can be checked'));
    const isTest = context.getMode() === 'manual';
    const isAtEnd = context.getNodeParameter('respond', '') === fields_1.atEnd;
    const wanted = context.getNodeParameter('statuses');
    const stored = isTest || isAtEnd ? {} : context.getWorkflowStaticData('node');
    const address = `${context.getWorkflow().id} ${context.getNode().id} ${context.getMode()}`;
    const memory = memories.get(address) ?? { budget: new LookBudget_1.LookBudget(), tasks: new KnownTasks_1.KnownTasks() };
    memories.set(address, memory);
    const { tasks } = memory;
    let connecting;
    const connect = async () => await (connecting ??= (0, connectService_1.connectService)(context));
    const found = await (0, findEndedTask_1.findEndedTask)({
        ...{ ...memory, taskIds, pause: n8n_workflow_1.sleep, caller: request.ip ?? '' },
        whyNot: (taskId) => tasks.whyNot(taskId, wanted, stored),
        async ask(taskId) {
            const options = { timeoutMs: requestTimeoutMs, urgency: 'likelyEnd' };
            return (0, readTaskAnswer_1.readTaskAnswer)(await (await connect()).getTask(taskId, options), taskId);
        },
        start(taskId) {
            if (isTest)
                return;
            if (isAtEnd)
                tasks.startUntil(taskId, context.getResponseObject());
            else
                tasks.start(taskId, stored);
        },
    });
    if ('httpStatus' in found)
        return send(context, found);
    const paid = found.status === contract_1.taskStatus.failed ? 'unknown' : 'yes';
    const { labels } = await connect();
    const own = { ...(await readLabel(context, labels)), paid };
    const workflowData = [[{ json: (0, taskJson_1.keepApart)((0, taskJson_1.taskJson)(found.taskId, found.task), own) }]];
    if (isAtEnd)
        return { workflowData };
    return { ...send(context, (0, reply_1.reply)(200, 'The workflow was started')), workflowData };
}
async function readLabel(context, labels) {
    const found = (0, label_1.findLabel)(context.getQueryData());
    if (found === undefined)
        return {};
    return (await labels.verify(found))
        ? { label: found.label, labelCheck: 'signed' }
        : { unverifiedLabel: found.label, labelCheck: 'notSignedWithThisKey' };
}
function send(context, given) {
    const response = context.getResponseObject();
    if (given.retryAfterSeconds !== undefined)
        response.setHeader('Retry-After', String(given.retryAfterSeconds));
    response.status(given.httpStatus).json({ message: given.message }).end();
    return { noWebhookResponse: true };
}
