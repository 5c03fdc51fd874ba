"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.take = take;
function take({ report }, read) {
    if (read.problem !== undefined)
        report(read.problem);
    return read.value;
}
