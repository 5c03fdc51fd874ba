"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.adviseRows = adviseRows;
const Pass_1 = require("./Pass");
const mends = {
    invalidInput: 'Fix this.',
    busy: 'Wait a while.',
    cancelled: '',
    keyNotClaimed: 'Wait a minute.',
};
function adviseRows(rows) {
    const paid = rows.filter(({ result }) => (0, Pass_1.isEntry)(result));
    if (paid.length === 0)
        return;
    const step = nextStep(paid.filter(({ orderKey }) => orderKey === undefined).length);
    for (const row of rows)
        if (row.result.kind === 'notCreated')
            row.result = { ...row.result, failure: advise(row.result.failure, step) };
}
function nextStep(unkeyed) {
    if (unkeyed === 0)
        return 'Then run the workflow again: thanks to the Order Keys, no other row is charged twice.';
    const others = unkeyed === 1 ? '1 other row is' : `${unkeyed} other rows are`;
    return `Then run the workflow with only the rows that failed: ${others} paid, and would be ordered again.`;
}
function advise(failure, step) {
    const { advice = '', reason, description } = failure;
    const said = advice.replace(/Correct what it .*$/, 'Fix the problem that it names.');
    const advised = [mends[reason] ?? said, step].filter(Boolean).join(' ');
    const told = description.replace(/^Nothing was charged\./, 'Nothing was charged for this row.');
    const isReplaced = advice !== '' && told.includes(advice);
    return {
        ...failure,
        advice: advised,
        description: isReplaced ? told.replace(advice, () => advised) : `${told} ${advised}`,
    };
}
