"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.limitRule = exports.limitPeriods = void 0;
exports.limitPeriods = ['execution', 'day', 'month'];
exports.limitRule = {
    label: 'Spending Limit, Videos',
    least: 0,
    most: 5_000,
    whole: true,
};
