"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hasExpressionInCredential = hasExpressionInCredential;
async function hasExpressionInCredential(context, type) {
    try {
        const { additionalData } = context;
        const credential = context.getNode().credentials?.[type];
        const helper = additionalData?.credentialsHelper;
        const raw = await helper.getDecrypted(additionalData, credential, type, context.getMode(), undefined, true);
        const values = Object.values(raw);
        return values.length === 0 || values.some((value) => String(value).startsWith('='));
    }
    catch {
        return true;
    }
}
