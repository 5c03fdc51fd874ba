"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.packRoster = void 0;
exports.unpackRoster = unpackRoster;
const packRoster = (lists) => [...lists].map(([id, { resumeUrl }]) => [id, resumeUrl.split('?')[1] ?? '']);
exports.packRoster = packRoster;
function unpackRoster(packed, own) {
    return new Map(packed.map(([id, query]) => [
        id,
        {
            resumeUrl: forOther(own.resumeUrl, id, query),
            statusUrl: forOther(own.statusUrl, id, query),
        },
    ]));
}
function forOther(url, executionId, query) {
    const segments = url.split('?')[0].split('/');
    segments[segments.length - 2] = executionId;
    return segments.join('/') + (query === '' ? '' : `?${query}`);
}
