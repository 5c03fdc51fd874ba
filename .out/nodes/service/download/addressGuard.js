"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.guardAddresses = guardAddresses;
const isInside_1 = require("../../links/isInside");
async function guardAddresses(context, baseUrl) {
    const filter = context.helpers.getSecureEgressFilter?.('enforced');
    const leadsInside = async (url) => {
        if (filter === undefined || url.hostname === '[::]')
            return (0, isInside_1.isInside)(url.hostname);
        const { ok, error } = await filter
            .validateUrl(url)
            .catch(() => ({ ok: true, error: undefined }));
        return !ok && /^SsrfBlocked/.test(error?.name ?? '');
    };
    const service = new URL(baseUrl);
    const serviceIsInside = await leadsInside(service);
    return async (url) => {
        if (url.protocol !== 'http:' && url.protocol !== 'https:')
            return `a "${url.protocol}" address, and we only follow http and https`;
        if (serviceIsInside || url.hostname === service.hostname || !(await leadsInside(url)))
            return undefined;
        return `${url.hostname}, an address inside n8n’s own network, while the service is outside of it`;
    };
}
