"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.showErrorBranch = showErrorBranch;
const raise_1 = require("./raise");
function showErrorBranch(context, outputs) {
    if (context.getNode().onError === 'continueErrorOutput')
        for (const item of outputs.flat().filter(raise_1.isErrorItem))
            Object.defineProperty(item, 'error', {
                value: { message: item.json.error },
                writable: true,
            });
    return outputs;
}
