"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isBlockedByN8n = isBlockedByN8n;
exports.settingToAllow = settingToAllow;
const nameOfBlocks = /^SsrfBlocked/;
function isBlockedByN8n(error) {
    const { name, cause } = Object(error);
    if (typeof name === 'string' && nameOfBlocks.test(name))
        return true;
    return cause !== undefined && cause !== error && isBlockedByN8n(cause);
}
function settingToAllow(url) {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const isIp = /^[\d.]+$/.test(host) || host.includes(':');
    return isIp
        ? `N8N_SSRF_ALLOWED_IP_RANGES=${host}/${host.includes(':') ? 128 : 32}`
        : `N8N_SSRF_ALLOWED_HOSTNAMES=${host}`;
}
