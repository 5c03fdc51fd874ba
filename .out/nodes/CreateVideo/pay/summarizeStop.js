"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.summarizeStop = summarizeStop;
const contract_1 = require("../../generated/contract");
const readCreateAnswer_1 = require("./readCreateAnswer");
const listRows_1 = require("../../text/listRows");
const orderedBefore_1 = require("./orderedBefore");
const mostNamedTasks = 50;
const mostNamedCauses = 10;
function paidFor(result) {
    if (result.kind === 'accepted')
        return 'yes';
    return (0, orderedBefore_1.failureOf)(result)?.paid;
}
function taskIdOf(result) {
    if (result.kind === 'orderedBefore')
        return result.taskId;
    return result.kind === 'accepted' ? String(result.task[contract_1.taskField.id]) : (0, orderedBefore_1.failureOf)(result)?.taskId;
}
function summarizeStop(results, labels = [], next = 'retry', canRetry = true) {
    const where = (holds) => results.flatMap((result, index) => (holds(result) ? [index] : []));
    const failed = where((result) => (0, orderedBefore_1.failureOf)(result) !== undefined);
    const maybe = where((result) => paidFor(result) === 'unknown');
    const itemIndex = maybe[0] ?? failed[0];
    const failure = itemIndex === undefined ? undefined : (0, orderedBefore_1.failureOf)(results[itemIndex]);
    if (itemIndex === undefined || failure === undefined)
        return undefined;
    const label = labels[itemIndex];
    const own = label === undefined ? {} : { label };
    if (results.length === 1)
        return { itemIndex, failure: { ...failure, ...own } };
    const charged = where((result) => paidFor(result) === 'yes');
    const refused = where((result) => (0, orderedBefore_1.failureOf)(result)?.paid === 'no');
    const unsent = where(({ kind }) => kind === 'notTried' || kind === 'preview');
    const before = where(({ kind }) => kind === 'orderedBefore');
    const isSpent = maybe.length + charged.length > 0;
    const ofItsKind = failed.filter((index) => isAlike((0, orderedBefore_1.failureOf)(results[index]), failure));
    const isOneKind = ofItsKind.length === failed.length;
    const isOneMessage = failed.every((index) => (0, orderedBefore_1.failureOf)(results[index]).message === failure.message);
    const causes = (indexes) => isOneKind ? (0, listRows_1.listRows)(indexes) : tellCauses(results, indexes, !isOneMessage);
    const created = next === 'retry' && tellTasks(results, charged);
    const parts = [
        maybe.length > 0 &&
            `May have been charged: ${causes(maybe)}. Look in the service’s dashboard before you order these again.`,
        !isSpent && (before.length > 0 ? 'Nothing more was charged.' : 'Nothing was charged.'),
        before.length > 0 && `Ordered before, and not charged again: ${(0, listRows_1.listRows)(before)}.`,
        refused.length > 0 && tellRefused(causes(refused), isSpent, isOneKind),
        unsent.length > 0 && isSpent && `Not sent and not charged: ${(0, listRows_1.listRows)(unsent)}.`,
        isSpent
            ? goOn(isOneMessage ? failure : undefined, canRetry)
            : nothingSpent(isOneMessage, failure),
        charged.length > 0 &&
            created &&
            `Created and charged: ${created}. Wait for Video gets their videos by these IDs, too.`,
    ];
    return {
        itemIndex,
        failure: {
            ...failure,
            ...own,
            message: headline(ofItsKind, failed.length, results.length, failure),
            description: parts.filter(Boolean).join(' '),
            paid: charged.length > 0 ? 'yes' : maybe.length > 0 ? 'unknown' : 'no',
            rows: results.map((result, index) => describeRow(result, index, labels[index])),
        },
    };
}
const isAlike = (one, other) => one.message === other.message && one.cause === other.cause && `${one.ids}` === `${other.ids}`;
function tellRefused(causes, isSpent, isOneKind) {
    if (isSpent)
        return `Not created and not charged: ${causes}.`;
    return isOneKind ? '' : `${capital(causes)}.`;
}
const nothingSpent = (isOneMessage, { advice }) => isOneMessage ? advice : 'Correct these rows and run the workflow again.';
const corrections = {
    refused: 'Correct what the service complains about in this node’s fields.',
    busy: 'Wait a while.',
    cancelled: '',
};
const byRetry = 'To go on without paying twice, open this execution under Executions and choose Retry with currently saved workflow: what was created is kept, and only rows that weren’t created, or whose request you have changed, are ordered. Set On Error to Continue and save first to go on without the rows that failed. Don’t run the workflow from its start, which would order all rows again.';
const byFewerRows = 'To go on without paying twice, run the workflow with only the rows that weren’t created. Don’t retry this execution: n8n’s Engine 2.0 can’t do that yet.';
function goOn(failure, canRetry) {
    const { paid, reason = '', advice = '' } = failure ?? {};
    const isUnpaid = failure === undefined || paid === 'no';
    const correct = failure === undefined ? corrections.refused : (corrections[reason] ?? advice);
    return [isUnpaid && correct, canRetry ? byRetry : byFewerRows].filter(Boolean).join(' ');
}
const capital = (text) => text.replace(/^r/, 'R');
function headline(ofItsKind, failed, total, { message, cause = '', ids }) {
    const isNews = cause !== '' && cause !== message && cause.length <= readCreateAnswer_1.longestCause;
    const told = isNews && `${message}: ${withoutStop(cause)}`;
    const named = [told || message, (0, readCreateAnswer_1.nameIds)(ids)].filter(Boolean).join('; ');
    if (ofItsKind.length === total)
        return named;
    const rows = `${capital((0, listRows_1.listRows)(ofItsKind))}: ${named}`;
    return ofItsKind.length === failed
        ? rows
        : `${failed} of ${total} rows didn’t get a video. ${rows}`;
}
const withoutStop = (text) => text.replace(/\.$/, '');
function tellCauses(results, indexes, withMessage) {
    const byCause = new Map();
    for (const index of indexes) {
        const failure = (0, orderedBefore_1.failureOf)(results[index]);
        const said = [failure?.cause, (0, readCreateAnswer_1.nameIds)(failure?.ids)].filter(Boolean).join('; ');
        const isSaid = failure?.cause === failure?.message;
        const told = [withMessage && !isSaid && failure?.message, said].filter(Boolean).join(': ');
        const known = byCause.get(told);
        if (known === undefined)
            byCause.set(told, [index]);
        else
            known.push(index);
    }
    const named = [...byCause].slice(0, mostNamedCauses).map(([cause, at]) => {
        return cause === '' ? (0, listRows_1.listRows)(at) : `${(0, listRows_1.listRows)(at)} (${withoutStop(cause)})`;
    });
    if (byCause.size > named.length)
        named.push('more in the error’s details');
    return named.join(', ');
}
function tellTasks(results, indexes) {
    const named = indexes
        .slice(0, mostNamedTasks)
        .map((index) => `row ${index + 1} (${taskIdOf(results[index])})`);
    const left = indexes.length - named.length;
    if (left > 0)
        named.push(`${left} more in the error’s details and n8n’s log`);
    return named.join(', ');
}
function describeRow(result, index, label) {
    const taskId = taskIdOf(result);
    const failure = (0, orderedBefore_1.failureOf)(result);
    const reason = failure?.reason ?? unsentReasons[result.kind];
    return {
        row: index + 1,
        ...(label !== undefined && { label }),
        paid: paidFor(result) ?? paidBefore(result),
        ...(taskId !== undefined && { taskId }),
        ...(failure?.ids !== undefined && { ids: failure.ids }),
        ...(reason !== undefined && { reason }),
    };
}
const unsentReasons = {
    notTried: 'notSent',
    orderedBefore: 'orderedBefore',
};
function paidBefore(result) {
    if (result.kind !== 'orderedBefore')
        return 'no';
    return result.taskId === undefined ? 'unknown' : 'yes';
}
