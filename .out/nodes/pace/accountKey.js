"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.accountKey = accountKey;
async function accountKey(baseUrl, apiKey) {
    const text = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey]));
    const digest = await crypto.subtle.digest('SHA-256', text);
    return Buffer.from(digest).toString('base64url');
}
