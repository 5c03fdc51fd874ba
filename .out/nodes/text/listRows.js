"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.listRows = listRows;
function listRows(itemIndexes) {
    const spans = [];
    for (const index of itemIndexes) {
        const span = spans.at(-1);
        if (span?.[1] === index)
            span[1] = index + 1;
        else
            spans.push([index + 1, index + 1]);
    }
    const shown = spans.slice(0, mostSpans);
    const left = itemIndexes.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const names = shown.flatMap(([first, last]) => {
        if (first === last)
            return [`${first}`];
        return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
    });
    if (left > 0)
        names.push(`${left} more`);
    const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
    return `${itemIndexes.length === 1 ? 'row' : 'rows'} ${list}`;
}
const mostSpans = 20;
