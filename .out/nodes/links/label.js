"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.longestLabel = void 0;
exports.addLabel = addLabel;
exports.findLabel = findLabel;
exports.labelSigner = labelSigner;
const labelParameter = 'videogen_label';
const signatureParameter = 'videogen_signature';
exports.longestLabel = 200;
function addLabel(callbackUrl, { label, signature }) {
    const query = `${labelParameter}=${encodeURIComponent(label)}&${signatureParameter}=${signature}`;
    return `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${query}`;
}
function findLabel(query) {
    const { [labelParameter]: label, [signatureParameter]: signature } = query;
    if (typeof label !== 'string' || label === '' || label.length > exports.longestLabel)
        return undefined;
    return { label, signature: typeof signature === 'string' ? signature : '' };
}
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const purpose = 'videogen order label\n';
function labelSigner(apiKey) {
    let imported;
    const bytes = (text) => new TextEncoder().encode(text);
    const key = () => (imported ??= crypto.subtle.importKey('raw', bytes(apiKey), algorithm, false, [
        'sign',
        'verify',
    ]));
    return {
        async sign(label) {
            const signature = await crypto.subtle.sign(algorithm, await key(), bytes(purpose + label));
            return { label, signature: Buffer.from(signature).toString('base64url') };
        },
        async verify({ label, signature }) {
            const given = Buffer.from(signature, 'base64url');
            return await crypto.subtle.verify(algorithm, await key(), given, bytes(purpose + label));
        },
    };
}
