"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.assignWatcher = assignWatcher;
const ownAddresses_1 = require("../n8n/ownAddresses");
const readCredential_1 = require("../service/readCredential");
const accountKey_1 = require("../pace/accountKey");
const canReach_1 = require("../call/canReach");
const requester_1 = require("../call/requester");
const watchers_1 = require("./watchers");
async function assignWatcher(context, nowMs) {
    const addresses = (0, ownAddresses_1.readOwnAddresses)(context);
    const credential = await (0, readCredential_1.readCredential)(context);
    const account = await (0, accountKey_1.accountKey)(credential.baseUrl, credential.apiKey);
    const requester = await (0, requester_1.lendRequester)(context, credential);
    if (!(await (0, canReach_1.canReach)(requester, addresses, nowMs)))
        return undefined;
    return {
        addresses,
        caller: requester,
        watchOver: (execution) => (0, watchers_1.watchOver)(account, { ...execution, ...addresses }, requester),
    };
}
