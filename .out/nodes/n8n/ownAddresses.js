"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readOwnAddresses = readOwnAddresses;
const resumeUrl_1 = require("../links/resumeUrl");
const statusPath = 'n8n-execution-status';
function readOwnAddresses(context) {
    const [resumeUrl, formUrl] = context.evaluateExpression('{{ [$execution.resumeUrl, $execution.resumeFormUrl] }}', 0);
    return {
        resumeUrl: below(resumeUrl, resumeUrl_1.resumePath),
        statusUrl: below(formUrl ?? resumeUrl, statusPath),
    };
}
function below(url, path) {
    const [address, ...query] = String(url).split('?');
    return [`${address}/${path}`, ...query].join('?');
}
