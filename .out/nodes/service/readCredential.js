"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readCredential = readCredential;
const n8n_workflow_1 = require("n8n-workflow");
const mapConcurrently_1 = require("../concurrency/mapConcurrently");
const hasExpressionInCredential_1 = require("../n8n/hasExpressionInCredential");
const credentialName_1 = require("./credentialName");
const readsAtOnce = 20;
const readings = new WeakMap();
function readCredential(context) {
    const known = readings.get(context);
    if (known !== undefined)
        return known;
    const reading = readForAllRows(context);
    readings.set(context, reading);
    return reading;
}
async function readForAllRows(context) {
    const first = await context.getCredentials(credentialName_1.credentialName, 0);
    const rows = 'getInputData' in context ? context.getInputData() : [];
    if (rows.length < 2 || !(await (0, hasExpressionInCredential_1.hasExpressionInCredential)(context, credentialName_1.credentialName)))
        return first;
    const all = await (0, mapConcurrently_1.mapConcurrently)(rows, readsAtOnce, (_, itemIndex) => context.getCredentials(credentialName_1.credentialName, itemIndex));
    const other = all.findIndex(({ baseUrl, apiKey }) => baseUrl !== first.baseUrl || apiKey !== first.apiKey);
    if (other < 0)
        return first;
    throw new n8n_workflow_1.UserError(`The VideoGen API credential has an expression, and rows 1 and ${other + 1} come to different accounts of the service. Send the rows of each account to a node of their own`, { description: 'Nothing was sent.' });
}
