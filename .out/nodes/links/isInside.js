"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.canReach = exports.isLoopback = void 0;
exports.isInside = isInside;
exports.isOutOfReach = isOutOfReach;
const isV4 = /^\d+\.\d+\.\d+\.\d+$/;
const insideV4 = /^(0|10|127)\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.168\.|^198\.1[89]\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89ab])/;
const isLoopback = (hostname) => /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/.test(plain(hostname));
exports.isLoopback = isLoopback;
function isInside(hostname) {
    const host = plain(hostname);
    if ((0, exports.isLoopback)(host))
        return true;
    const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host);
    if (mapped === null)
        return (isV4.test(host) && insideV4.test(host)) || insideV6.test(host);
    const [high, low] = [parseInt(mapped[1], 16), parseInt(mapped[2], 16)];
    return insideV4.test(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
}
const ownEndings = ['.local', '.internal', '.home.arpa', '.lan'];
function isOutOfReach(hostname) {
    const host = plain(hostname);
    const isWord = !host.includes('.') && !host.startsWith('[');
    return isInside(host) || isWord || ownEndings.some((ending) => host.endsWith(ending));
}
const canReach = (from, to) => (0, exports.isLoopback)(to) ? (0, exports.isLoopback)(from) : isOutOfReach(from) || !isOutOfReach(to);
exports.canReach = canReach;
const plain = (hostname) => hostname.toLowerCase().replace(/\.$/, '');
