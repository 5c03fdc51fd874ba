"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.patience = void 0;
exports.patience = {
    answerMs: 60_000,
    busyMs: 120_000,
    rowsAtOnce: 200,
};
