"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hideInAnswer = hideInAnswer;
const withoutSecrets_1 = require("../tasks/withoutSecrets");
const redact_1 = require("../text/redact");
function hideInAnswer(answer, secrets) {
    const shown = { ...answer };
    if ('task' in shown)
        shown.task = (0, withoutSecrets_1.withoutSecrets)(shown.task, secrets);
    if ('detail' in shown)
        shown.detail = (0, redact_1.redact)(shown.detail, secrets);
    if ('location' in shown)
        shown.location = (0, redact_1.redact)(shown.location, secrets);
    if ('taskId' in shown && shown.taskId !== undefined)
        shown.taskId = (0, withoutSecrets_1.withoutSecrets)([shown.taskId], secrets)[0];
    if ('ids' in shown && shown.ids)
        shown.ids = shown.ids.map((id) => (0, redact_1.redact)(id, secrets));
    return shown;
}
