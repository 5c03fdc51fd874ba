"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isErrorItem = exports.failureOf = void 0;
exports.toNodeError = toNodeError;
exports.toErrorItem = toErrorItem;
const n8n_workflow_1 = require("n8n-workflow");
const failures = new WeakMap();
function toNodeError(node, failure, itemIndex) {
    const { message, description, httpStatus } = failure;
    const error = httpStatus === undefined
        ? new n8n_workflow_1.NodeOperationError(node, message, { description })
        : new n8n_workflow_1.NodeApiError(node, { message }, {
            message,
            description,
            httpCode: String(httpStatus),
        });
    error.message = message;
    const row = itemIndex === undefined ? {} : { row: itemIndex + 1 };
    Object.assign(error.context, row, detailsOf(failure));
    failures.set(error, failure);
    return error;
}
const failureOf = (error) => failures.get(Object(error));
exports.failureOf = failureOf;
function toErrorItem(failure, itemIndex) {
    return {
        json: {
            error: failure.message,
            message: failure.description,
            details: detailsOf(failure),
        },
        pairedItem: { item: itemIndex },
    };
}
function detailsOf(failure) {
    const details = { ...failure };
    for (const words of ['message', 'description', 'advice'])
        delete details[words];
    return details;
}
const keysOfErrorItem = ['error', 'message', 'details'];
const isErrorItem = ({ json }) => json.error !== undefined && Object.keys(json).every((key) => keysOfErrorItem.includes(key));
exports.isErrorItem = isErrorItem;
