"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.planItems = planItems;
const label_1 = require("../../links/label");
const inTurns_1 = require("../../concurrency/inTurns");
const failEveryItem_1 = require("../../errors/failEveryItem");
const contract_1 = require("../../generated/contract");
const engineOf_1 = require("../../n8n/engineOf");
const connectService_1 = require("../../service/connectService");
const isInside_1 = require("../../links/isInside");
const buildRequest_1 = require("./buildRequest");
const FormRow_1 = require("./FormRow");
const linkFiles_1 = require("./linkFiles");
const readLabel_1 = require("./readLabel");
const readSettings_1 = require("./readSettings");
const noChecks = { problems: [], ofRow: () => undefined };
async function planItems(context, checks = noChecks) {
    const { service, error } = await (0, connectService_1.connectService)(context).then((opened) => ({ service: opened, error: undefined }), (problem) => ({ service: undefined, error: problem }));
    const allOptions = [];
    const breathe = (0, inTurns_1.breather)();
    const plans = [];
    for (const itemIndex of context.getInputData().keys()) {
        await breathe();
        try {
            const options = context.getNodeParameter('options', itemIndex, {});
            allOptions.push(options);
            plans.push(service === undefined
                ? { failure: (0, failEveryItem_1.toFailure)(error, 'no') }
                : await planItem(context, itemIndex, options, service, checks));
        }
        catch (problem) {
            plans.push({ failure: (0, failEveryItem_1.toFailure)(problem, 'no') });
        }
    }
    const problems = [...checks.problems];
    const run = (0, readSettings_1.readRunSettings)(allOptions, (problem) => problems.push(problem));
    if (run.limit?.per === 'execution' && (0, engineOf_1.isOnEngine2)(context))
        problems.push(forgotten);
    if (problems.length === 0)
        return { plans, run };
    const refused = plans.map(({ failure = invalid(problems), label }) => ({ failure, label }));
    return { plans: refused, run };
}
async function planItem(context, itemIndex, options, service, checks) {
    const problems = [];
    const report = (problem) => void problems.push(problem);
    const { hostname: serviceHost } = new URL(service.baseUrl);
    const stableNames = new Map();
    const row = {
        field: (name) => context.getNodeParameter(name, itemIndex, ''),
        options,
        linkFiles: (0, linkFiles_1.fileLinker)(context, itemIndex, serviceHost, stableNames, report),
        canReach: (hostname) => (0, isInside_1.canReach)(serviceHost, hostname),
        cannotResume: (0, engineOf_1.isOnEngine2)(context),
        report,
    };
    const settings = (0, readSettings_1.readItemSettings)(options, report);
    const label = (0, FormRow_1.take)(row, (0, readLabel_1.readLabel)(options.orderLabel, 'Label for Callback'));
    const orderKey = (0, FormRow_1.take)(row, (0, readLabel_1.readOrderKey)(options));
    const other = checks.ofRow(itemIndex);
    if (other !== undefined)
        report(other);
    const request = await (0, buildRequest_1.buildRequest)(row);
    if (problems.length > 0)
        return { failure: invalid(problems), label };
    const callbackUrl = request[contract_1.requestField.callbackUrl];
    if (callbackUrl !== undefined) {
        if (label !== undefined)
            request[contract_1.requestField.callbackUrl] = (0, label_1.addLabel)(callbackUrl, await service.labels.sign(label));
        const isResumeUrl = callbackUrl.includes('/webhook-waiting/');
        const name = isResumeUrl ? 'resume URL of this execution' : callbackUrl;
        stableNames.set(request[contract_1.requestField.callbackUrl], name);
    }
    const stable = (_key, value) => typeof value === 'string' ? (stableNames.get(value) ?? value) : value;
    const fingerprint = JSON.stringify(request, stable);
    const order = { request, fingerprint, settings, service };
    return { order: { ...order, ...(orderKey !== undefined && { orderKey }) }, label };
}
const forgotten = 'Spending Limit can’t count per execution, because the workflow runs on n8n’s Engine 2.0. Choose per day or per month.';
const correct = 'Correct the fields and run the workflow again.';
const invalid = (problems) => ({
    reason: 'invalidInput',
    message: problems.join(' '),
    description: `Nothing was charged. ${correct}`,
    advice: correct,
    paid: 'no',
});
