"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Ledger = void 0;
const briefTask_1 = require("../../tasks/briefTask");
const Pass_1 = require("./Pass");
const pageSize_1 = require("./pageSize");
const readCreateAnswer_1 = require("./readCreateAnswer");
const toolCalls_1 = require("./toolCalls");
class Ledger {
    book;
    visitor;
    pass;
    constructor(book, visitor) {
        this.book = book;
        this.visitor = visitor;
        const { executionId } = visitor;
        if (book.spent.executionId !== executionId)
            book.spent = { executionId, count: 0 };
        this.pass = this.findPass();
    }
    findPass() {
        const { executionId, passName, toolCall } = this.visitor;
        const fresh = {
            state: 'ordering',
            rows: {},
            pageSize: pageSize_1.firstPageSize,
            failed: { executionId, tries: 0 },
        };
        const { passes } = this.book;
        if (toolCall !== undefined) {
            const known = (0, toolCalls_1.findCall)(toolCall, fresh);
            if (known === fresh)
                passes[`call ${Object.keys(passes).length}`] = fresh;
            return known;
        }
        const known = passes[passName];
        if (known !== undefined)
            return known;
        const open = Object.entries(passes).filter(([, pass]) => !isOver(pass));
        this.book.spent.count += this.countSpent(Object.values(passes).filter(isOver));
        this.book.passes = { ...Object.fromEntries(open), [passName]: fresh };
        return fresh;
    }
    countSpent(passes) {
        const isSpent = ({ executionId, result }) => executionId === this.visitor.executionId && ((0, Pass_1.isEntry)(result) || result.kind === 'planned');
        const rows = passes.flatMap((pass) => Object.values(pass.rows));
        return rows.filter(isSpent).length;
    }
    get isNew() {
        return Object.keys(this.pass.rows).length === 0;
    }
    get hasPage() {
        const { page } = this.pass;
        return page !== undefined && page.executionId === this.visitor.executionId;
    }
    takePage() {
        if (!this.hasPage)
            return undefined;
        const { itemIndexes } = this.pass.page;
        delete this.pass.page;
        return itemIndexes;
    }
    writeAhead(itemIndexes) {
        this.pass.page = { itemIndexes, executionId: this.visitor.executionId };
    }
    closeLostPage() {
        const { page, rows } = this.pass;
        if (page === undefined || page.executionId === this.visitor.executionId)
            return;
        delete this.pass.page;
        for (const itemIndex of page.itemIndexes) {
            const row = rows[itemIndex];
            if (row?.result.kind !== 'planned')
                continue;
            this.settle(itemIndex, readCreateAnswer_1.lostWithPage);
            rows[itemIndex].executionId = row.executionId;
        }
    }
    get planned() {
        return Object.entries(this.pass.rows).flatMap(([itemIndex, { result }]) => result.kind === 'planned' ? [Number(itemIndex)] : []);
    }
    find(itemIndex, request) {
        const { executionId, form, toolCall } = this.visitor;
        const { [itemIndex]: newest } = this.pass.rows;
        for (const row of [newest, newest?.before]) {
            const isFurtherTry = row?.executionId === executionId || row?.form === form;
            if (row && (0, Pass_1.isEntry)(row.result) && (isFurtherTry || row.request === request))
                return row.result;
        }
        if (toolCall === undefined || request === undefined)
            return undefined;
        const earlier = this.findUnanswered(request) ?? (0, toolCalls_1.takeEarlierCall)(toolCall, this.pass, request);
        return (0, Pass_1.isEntry)(earlier?.result) ? earlier.result : undefined;
    }
    findUnanswered(request) {
        const newest = Object.values(this.book.passes)
            .flatMap(({ rows }) => rows[0] ?? [])
            .findLast((row) => row.request === request && row.executionId === this.visitor.executionId);
        return newest?.result.kind === 'unknown' ? newest : undefined;
    }
    findRefusal(itemIndex) {
        const row = this.pass.rows[itemIndex];
        const isOwn = row?.executionId === this.visitor.executionId;
        return isOwn && row.result.kind === 'notCreated' ? row.result : undefined;
    }
    plan(itemIndex, { result, ...planned }) {
        const known = this.pass.rows[itemIndex];
        const taken = (0, Pass_1.isEntry)(known?.result) ? known : known?.before;
        const { label, timeoutMs } = planned;
        const more = {
            ...(label !== undefined && { label }),
            ...(timeoutMs !== undefined && { timeoutMs }),
        };
        if (taken !== undefined && result === taken.result)
            this.pass.rows[itemIndex] = { ...taken, ...more };
        else
            this.pass.rows[itemIndex] = {
                ...this.rowOf(result),
                ...planned,
                ...(taken !== undefined && { before: taken }),
            };
    }
    settle(itemIndex, result) {
        const { before, ...row } = this.pass.rows[itemIndex];
        delete row.body;
        if ((0, Pass_1.isEntry)(result))
            this.pass.places?.pop();
        const { result: kept, atMs, executionId, form } = this.rowOf(result);
        this.pass.rows[itemIndex] = {
            ...row,
            ...{ result: kept, atMs, executionId, form },
            ...(!(0, Pass_1.isEntry)(result) && before !== undefined && { before }),
        };
    }
    leaveUntried() {
        for (const itemIndex of this.planned)
            this.settle(itemIndex, { kind: 'notTried' });
    }
    rowOf(result) {
        const { executionId, form } = this.visitor;
        const kept = result.kind === 'accepted' ? { ...result, task: (0, briefTask_1.briefTask)(result.task) } : result;
        return { result: kept, executionId, form, request: '', atMs: Date.now() };
    }
    beginWait(stop) {
        if (this.visitor.toolCall !== undefined)
            return;
        delete this.pass.stop;
        if (stop !== undefined)
            this.pass.stop = stop;
        this.pass.state = 'waiting';
    }
    endWait() {
        if (this.visitor.toolCall !== undefined)
            return;
        this.pass.state = 'over';
        this.pass.endedIn = this.visitor.executionId;
    }
    noteFailedTry() {
        const { executionId } = this.visitor;
        this.pass.failed = { executionId, tries: this.failedTries + 1 };
        return this.pass.failed.tries;
    }
    get failedTries() {
        const { executionId, tries } = this.pass.failed;
        return executionId === this.visitor.executionId ? tries : 0;
    }
    get spent() {
        return this.book.spent.count + this.countSpent(Object.values(this.book.passes));
    }
}
exports.Ledger = Ledger;
const isOver = ({ state }) => state !== 'waiting';
