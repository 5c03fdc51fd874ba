"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readNetworkFault = readNetworkFault;
const notARequest = /^ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS|BAD_OPTION_VALUE)$/;
const lookupCode = /^(ENOTFOUND|EAI_\w+)$/;
const lookupCall = /^(getaddrinfo|query[A-Z]\w*)$/;
const certificateCode = /^(CERT_|CRL_|ERR_TLS_CERT_|ERROR_IN_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;
const blockedByN8n = /^SsrfBlocked/;
const deepest = 8;
function readNetworkFault(error, depth = 0) {
    const links = chain(error);
    const last = (field) => links.map((link) => link[field]).findLast((text) => typeof text === 'string' && text !== '');
    const attempts = links.map(severalAttempts).find((found) => found.length > 0);
    return {
        unsent: attempts
            ? depth < deepest && attempts.every((one) => readNetworkFault(one, depth + 1).unsent)
            : links.some(provesUnsent),
        code: String(last('code') ?? ''),
        reason: String(last('message') ?? ''),
    };
}
const severalAttempts = ({ errors }) => (Array.isArray(errors) ? errors : []);
function provesUnsent(link) {
    const { code, syscall } = link;
    if (typeof syscall === 'string')
        return syscall === 'connect' || lookupCall.test(syscall);
    if (typeof code === 'string')
        return notARequest.test(code) || lookupCode.test(code) || certificateCode.test(code);
    return blockedByN8n.test(link.constructor?.name ?? '');
}
function chain(error) {
    const links = [];
    let current = error;
    while (links.length < deepest && typeof current === 'object' && current !== null) {
        links.push(current);
        const { cause, errors } = current;
        current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
    }
    return links;
}
