"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.firstPageSize = exports.pageMs = void 0;
exports.nextPageSize = nextPageSize;
exports.pageMs = 5_000;
exports.firstPageSize = 10;
const mostGrowth = 4;
const headroom = 1.25;
function nextPageSize(settled, tookMs) {
    const pace = Math.min((headroom * exports.pageMs) / Math.max(tookMs, 1), mostGrowth);
    return Math.max(exports.firstPageSize, Math.ceil(settled * pace));
}
