"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.tooMany = exports.reply = void 0;
const reply = (httpStatus, message) => ({ httpStatus, message });
exports.reply = reply;
exports.tooMany = {
    ...(0, exports.reply)(429, 'Too many calls are waiting to be checked'),
    retryAfterSeconds: 60,
};
