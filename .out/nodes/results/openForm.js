"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openForm = openForm;
const readForRun_1 = require("../parameters/readForRun");
async function openForm(context, unreadableOptions = 'throw') {
    const problems = [];
    const accept = (read, fallback) => {
        if (read.problem === undefined)
            return read.value;
        problems.push(read.problem);
        return fallback;
    };
    const noteDifference = (label, row) => {
        if (row !== undefined)
            problems.push(`${label} must be the same for all rows, but row ${row} has another value than row 1.`);
    };
    const options = await (0, readForRun_1.readForRun)(context, 'options', {}, unreadableOptions);
    return {
        problems,
        async field(name, label, fallback, read) {
            const { value, differs } = await (0, readForRun_1.readForRun)(context, name, fallback);
            noteDifference(label, differs((ofRow) => ofRow));
            return accept(read(value, label), fallback);
        },
        option(name, label, fallback, read) {
            noteDifference(label, options.differs((ofRow) => Object(ofRow)[name]));
            const held = Object(options.value);
            return Object.hasOwn(held, name) ? accept(read(held[name], label), fallback) : fallback;
        },
    };
}
