"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.previewJson = previewJson;
const n8n_workflow_1 = require("n8n-workflow");
const contract_1 = require("../../generated/contract");
function previewJson(fingerprint) {
    const { method, path } = contract_1.operations.createVideo;
    const request = (0, n8n_workflow_1.jsonParse)(fingerprint);
    return { preview: true, paid: 'no', method, path, request };
}
